// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

/** Does jobs of one type. It is called from many threads at once, and may be interrupted. */
@FunctionalInterface
public interface JobHandler<T> {
    /** Returning is success; throwing is a failure, which is tried again as the type says. */
    void handle(Job<T> job) throws Exception;
}
