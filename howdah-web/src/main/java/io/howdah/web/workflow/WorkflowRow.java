// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workflow;

import io.howdah.job.WorkflowInfo;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** A workflow or a batch in a list. */
public record WorkflowRow(
        String id,
        String name,
        String state,
        Instant startedAt,
        Optional<Instant> endedAt,
        Optional<String> correlation,
        NodeCounts counts) {
    /** How many jobs are where. */
    public record NodeCounts(
            long waiting, long started, long done, long dead, long discarded, long cancelled, long skipped) {
        public long all() {
            return waiting + started + done + dead + discarded + cancelled + skipped;
        }

        public long ended() {
            return all() - waiting - started;
        }
    }

    static WorkflowRow of(WorkflowInfo info) {
        var counts = info.counts();
        return new WorkflowRow(
                Long.toString(info.id().value()),
                info.name(),
                info.state().name().toLowerCase(Locale.ROOT),
                info.startedAt(),
                info.endedAt(),
                info.correlation(),
                new NodeCounts(
                        counts.waiting(),
                        counts.started(),
                        counts.done(),
                        counts.dead(),
                        counts.discarded(),
                        counts.cancelled(),
                        counts.skipped()));
    }

    public boolean isOver() {
        return !state.equals("running");
    }
}
