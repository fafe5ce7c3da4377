// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** What the sample leaves to chance, so that there is something to look at. Thread-safe. */
interface Luck {
    Luck USUAL = new Luck() {
        @Override
        public boolean isBad(int oneIn) {
            return ThreadLocalRandom.current().nextInt(oneIn) == 0;
        }

        @Override
        public Duration effort() {
            return Duration.ofMillis(ThreadLocalRandom.current().nextInt(500, 2500));
        }
    };

    /** Whether something goes wrong that does so once in so many times. */
    boolean isBad(int oneIn);

    /** How long a step of a deployment takes. */
    Duration effort();
}
