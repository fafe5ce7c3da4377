// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** A wait for a named condition, with a cap. */
final class Waiting {

    private static final Duration CAP = Duration.ofSeconds(60);

    private Waiting() {}

    static void until(String condition, Callable<Boolean> holds) throws Exception {
        var deadline = System.nanoTime() + CAP.toNanos();
        while (!holds.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited " + CAP.toSeconds() + " s in vain until " + condition);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
