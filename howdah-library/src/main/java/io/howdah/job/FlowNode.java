// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.work.NewWork;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A job that is to be part of a workflow or a batch. */
record FlowNode<T>(
        @Nullable String name,
        WorkflowNode.Role role,
        JobType<T> type,
        T payload,
        JobOptions options,
        Set<String> after) {

    boolean waits() {
        return role != WorkflowNode.Role.STEP || !after.isEmpty();
    }

    NewWork work(Enqueuer enqueuer) {
        var tie = waits() ? NewWork.Tie.WAITING : NewWork.Tie.WATCHED;
        var work = enqueuer.work(type, payload, options, tie);
        if (work.uniqueness().isPresent()) {
            throw new IllegalArgumentException(
                    "a job of a workflow or batch cannot have a unique key: " + (name == null ? type.name() : name));
        }
        return work;
    }
}
