// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workflow;

import io.howdah.job.WorkflowNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A job of a workflow, or of a batch, where it has no name. */
public record NodeRow(
        Optional<String> name, String job, String role, String state, Optional<Instant> endedAt, List<String> after) {
    static NodeRow of(WorkflowNode node) {
        return new NodeRow(
                node.name(),
                node.job().toString(),
                node.role().name().toLowerCase(Locale.ROOT),
                node.state().name().toLowerCase(Locale.ROOT),
                node.endedAt(),
                node.after());
    }

    /** For people. */
    public String shown() {
        return name.orElse(job);
    }
}
