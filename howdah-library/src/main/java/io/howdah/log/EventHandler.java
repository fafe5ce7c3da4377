// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

/** Does something about events, for a group. Called from several threads, for one partition by one at a time. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Returning moves the group on past the batch; throwing leaves it where it is, and it is tried again.
     *
     * <p>What is thrown counts as an attempt, except for a {@link RetryLaterException}.
     *
     * <p>What is written through {@link EventBatch#connection} commits together with the group's new place.
     */
    void handle(EventBatch batch) throws Exception;
}
