// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.loop;

import io.howdah.LoopState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a loop has done, kept for whoever looks. Thread-safe. */
final class LoopRecord {
    private long runs;
    private long failed;
    private Duration spent = Duration.ZERO;
    private int failures;
    private @Nullable Instant lastRun;
    private @Nullable Duration lastTook;
    private @Nullable Instant nextRun;
    private @Nullable String lastError;
    private @Nullable Instant lastErrorAt;

    Next record(Loop.Task task) throws Exception {
        var began = System.nanoTime();
        try {
            var next = task.run();
            ended(began, null);
            return next;
        } catch (Throwable failure) {
            ended(began, failure);
            throw failure;
        }
    }

    private synchronized void ended(long began, @Nullable Throwable failure) {
        runs++;
        lastRun = Instant.now();
        var took = Duration.ofNanos(System.nanoTime() - began);
        lastTook = took;
        spent = spent.plus(took);
        if (failure == null) {
            failures = 0;
        } else {
            failures++;
            failed++;
            lastError = failure.toString();
            lastErrorAt = lastRun;
        }
    }

    synchronized void nextIn(Duration pause) {
        nextRun = Instant.now().plus(pause);
    }

    synchronized int failures() {
        return failures;
    }

    synchronized LoopState state(String name, boolean running) {
        return new LoopState(
                name,
                running,
                runs,
                failed,
                spent,
                Optional.ofNullable(lastRun),
                Optional.ofNullable(lastTook),
                running ? Optional.ofNullable(nextRun) : Optional.empty(),
                failures,
                Optional.ofNullable(lastError),
                Optional.ofNullable(lastErrorAt));
    }
}
