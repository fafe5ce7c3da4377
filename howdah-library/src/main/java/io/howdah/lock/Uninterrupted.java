// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Platform threads that talk to the database for virtual ones, whose interrupt would close the socket in the middle of
 * a release. Thread-safe.
 */
final class Uninterrupted {
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("lock-io-", 0).daemon().factory());

    /** Begins the task, on another thread. */
    void begin(Runnable task) {
        threads.execute(task);
    }

    /** Does the task to its end, whatever interrupts come; they stay set. */
    <T> T call(Supplier<T> task) {
        return Thread.currentThread().isVirtual() ? await(threads.submit(task::get)) : task.get();
    }

    private static <T> T await(Future<T> future) {
        var interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (ExecutionException failed) {
                    if (failed.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    }
                    throw new IllegalStateException(failed.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
