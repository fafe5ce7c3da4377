// SPDX-License-Identifier: Apache-2.0
package io.howdah.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Several requests at once: each waits for the network, mostly. */
final class Parallel {
    private static final int MOST = 16;

    private Parallel() {}

    /** The answers, in order; the first failure, after all have ended. */
    static <T> List<T> run(List<Callable<T>> requests) {
        if (requests.isEmpty()) {
            return List.of();
        }
        try (var threads = Executors.newFixedThreadPool(
                Math.min(MOST, requests.size()),
                Thread.ofPlatform().daemon().name("howdah-s3-", 0).factory())) {
            var answers = new ArrayList<T>();
            for (var future : threads.invokeAll(requests)) {
                answers.add(future.get());
            }
            return answers;
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException ours) {
                throw ours;
            }
            throw SdkClientException.create("A request failed", failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw AbortedException.create("Interrupted", interrupted);
        }
    }
}
