// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import java.time.Instant;

/** The time that the processes of a trial have in common: all of them run on one machine. */
final class Clock {
    private static final long MICROS_PER_SECOND = 1_000_000;

    private Clock() {}

    static long micros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / 1000;
    }
}
