// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The root of the commands, which knows who calls them. */
public interface Caller {
    /** The variables that say which replica is meant. */
    Map<String, String> environment();

    /** The context that was named by an option. */
    Optional<String> context();

    /** Lets so much time pass. Answers whether to go on: not, when somebody wishes the end. */
    boolean pause(Duration time);
}
