// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.Optional;

/**
 * What to do when work of the same queue and key is there already.
 *
 * @param period how long the key is taken, from the moment it is added; empty: until the work has ended
 */
public record Uniqueness(String key, Conflict conflict, Optional<Duration> period) {
    /** What happens to the newcomer. */
    public enum Conflict {
        /** It is refused with an error. */
        REJECT,
        /** It is not added; the one that is there is the answer. */
        KEEP,
        /** It takes the place of the one that is there, unless that is running already. */
        REPLACE
    }

    private static final int LONGEST_KEY = 500;

    public Uniqueness {
        if (key.isEmpty() || key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException("a unique key has 1 to 500 characters: \"" + key + "\"");
        }
        if (period.filter(length -> !length.isPositive()).isPresent()) {
            throw new IllegalArgumentException("the period of a unique key must be positive: " + period.get());
        }
    }
}
