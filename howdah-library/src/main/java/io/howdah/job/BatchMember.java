// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.internal.db.Db;
import io.howdah.job.WorkflowNode.Role;
import io.howdah.work.NewWork;
import io.howdah.work.Work;
import java.sql.Connection;
import java.util.List;
import java.util.Set;

/** A running job that adds others to its batch. */
record BatchMember(Surroundings around, Work work) {
    <C> List<JobId> add(JobType<C> type, List<C> payloads, JobOptions options) {
        return around.enqueuer().starting(type.name(), () -> {
            var works = works(type, payloads, options);
            var ids = around.flows().inTransaction(transaction -> add(transaction, works));
            around.engine().signal(type.queue());
            return ids;
        });
    }

    <C> List<JobId> add(Connection connection, JobType<C> type, List<C> payloads, JobOptions options) {
        return around.enqueuer().starting(type.name(), () -> {
            var ids = add(around.flows().transaction(connection), works(type, payloads, options));
            around.engine().wakeSoon(type.queue());
            return ids;
        });
    }

    private <C> List<NewWork> works(JobType<C> type, List<C> payloads, JobOptions options) {
        var enqueuer = around.enqueuer().startedBy(work);
        return payloads.stream()
                .map(payload -> new FlowNode<>(null, Role.STEP, type, payload, options, Set.of()).work(enqueuer))
                .toList();
    }

    private List<JobId> add(Db transaction, List<NewWork> works) {
        around.engine().bursts().lease(transaction, work);
        var ids = around.engine().addAll(transaction, works);
        switch (around.flows().on(transaction).join(work, ids)) {
            case "ok" -> {}
            case "lost" -> throw new JobLostException(new JobId(work.id()), work.attempt());
            case "stopped" -> throw new IllegalStateException("the batch of job " + work.id() + " was cancelled");
            default -> throw new IllegalStateException("job " + work.id() + " is not part of a batch");
        }
        return ids.stream().map(JobId::new).toList();
    }
}
