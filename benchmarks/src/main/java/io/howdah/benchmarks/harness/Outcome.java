// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.time.Duration;

/** What a contender did during the measured part of a trial. */
public record Outcome(long operations, Duration elapsed, Latencies latencies) {
    public Outcome {
        if (operations < 1) {
            throw new IllegalArgumentException("Nothing was done in " + elapsed + ", so there is nothing to measure.");
        }
    }

    double perSecond() {
        return operations / (elapsed.toNanos() / 1e9);
    }
}
