// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Several things at once, each on a thread of its own. */
public final class Together {
    /** Only what hangs takes so long, also on a machine that is much slower and busy with something else. */
    private static final Duration CAP = Duration.ofMinutes(2);

    private Together() {}

    /**
     * Runs all at once and returns their answers in order; the first that failed, or took over two minutes, fails the
     * test.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is only read.
    public static <T> List<T> run(Callable<T>... tasks) {
        return run(List.of(tasks));
    }

    public static <T> List<T> run(List<Callable<T>> tasks) {
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            var futures = tasks.stream().map(threads::submit).toList();
            var answers = new ArrayList<T>();
            for (var future : futures) {
                answers.add(answer(future));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> T answer(Future<T> future) {
        try {
            return future.get(CAP.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new AssertionError("one of several tasks failed: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new AssertionError("one of several tasks did not end within " + CAP.toSeconds() + " s", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while several tasks ran", interrupted);
        }
    }
}
