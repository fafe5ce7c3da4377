// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.Payload;
import java.time.Duration;
import java.util.Optional;

/**
 * A piece of work that this process holds. The pair of id and attempt is its fence.
 *
 * @param attempt which attempt this is, from 1 on
 * @param cancelled somebody has asked for it not to be run
 */
public record Work(
        long id,
        int attempt,
        int maxAttempts,
        String queue,
        String kind,
        int priority,
        Optional<Duration> timeout,
        Optional<String> correlation,
        Optional<String> trace,
        Payload payload,
        boolean cancelled) {

    public boolean isLastAttempt() {
        return attempt >= maxAttempts;
    }
}
