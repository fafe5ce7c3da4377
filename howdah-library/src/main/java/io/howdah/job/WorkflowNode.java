// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job of a workflow, or of a batch, where it has no name.
 *
 * @param after the nodes that must be done before it begins
 */
public record WorkflowNode(
        Optional<String> name, JobId job, Role role, State state, Optional<Instant> endedAt, List<String> after) {

    /** What it is there for. */
    public enum Role {
        STEP,
        /** Runs when the others are over and one of them failed. */
        FAILURE,
        /** Runs when the others are over. */
        ALWAYS
    }

    /** Where it stands. */
    public enum State {
        /** It waits for others. */
        WAITING,
        /** It is ready, runs, or waits for its time or its next attempt. */
        STARTED,
        DONE,
        DEAD,
        DISCARDED,
        CANCELLED,
        /** It never began. */
        SKIPPED
    }
}
