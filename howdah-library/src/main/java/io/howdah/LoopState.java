// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a background loop of this process has been doing. The times are this machine's clock, for people to look at.
 *
 * @param failed how many of its runs have failed
 * @param spent how long all its runs have taken
 * @param failures how many runs have failed since the last that did not
 */
public record LoopState(
        String name,
        boolean running,
        long runs,
        long failed,
        Duration spent,
        Optional<Instant> lastRun,
        Optional<Duration> lastTook,
        Optional<Instant> nextRun,
        int failures,
        Optional<String> lastError,
        Optional<Instant> lastErrorAt) {}
