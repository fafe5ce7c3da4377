// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a workflow or a batch.
 *
 * @param counts how many of its jobs are where, those that come last not included
 */
public record WorkflowInfo(
        WorkflowId id,
        String name,
        State state,
        Instant startedAt,
        Optional<Instant> endedAt,
        Optional<String> correlation,
        Counts counts) {

    /** Where it stands as a whole. */
    public enum State {
        /** Something of it runs or will run. */
        RUNNING,
        /** All that was to be done is done. */
        DONE,
        /** One of its jobs did not succeed, and nothing runs any more. */
        FAILED,
        /** Somebody cancelled it, and nothing runs any more. */
        CANCELLED
    }

    /**
     * How many jobs are where.
     *
     * @param skipped never began, because others failed or the whole was cancelled
     */
    public record Counts(
            long waiting, long started, long done, long dead, long discarded, long cancelled, long skipped) {
        public long all() {
            return waiting + started + done + dead + discarded + cancelled + skipped;
        }
    }
}
