// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import java.time.Duration;

/** How long a message may be invisible to others. */
final class Visibility {
    static final Duration DEFAULT = Duration.ofSeconds(30);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(12);

    private Visibility() {}

    static Duration require(Duration visibility) {
        if (visibility.compareTo(SHORTEST) < 0 || visibility.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("visibility must be 1 s to 12 h: " + visibility);
        }
        return visibility;
    }
}
