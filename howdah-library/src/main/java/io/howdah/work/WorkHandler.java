// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.time.Duration;
import java.util.Optional;

/** Does work of one kind, and decides what becomes of what failed. */
public interface WorkHandler {
    /**
     * Does it, and says how it ended; empty when it has ended the attempt itself, in a transaction of its own. If that
     * transaction did not commit after all, the attempt counts as failed. Whatever is thrown counts as a failure.
     */
    Optional<End> handle(Work work) throws Exception;

    /** When to try again after a failure, of which there have been {@code work.attempt()}; empty: never. */
    Optional<Duration> retryAfter(Work work, Throwable failure);
}
