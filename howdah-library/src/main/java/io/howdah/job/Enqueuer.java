// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.Tracing.Kind;
import io.howdah.internal.trace.Traces;
import io.howdah.work.Added;
import io.howdah.work.NewWork;
import io.howdah.work.Work;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes jobs of payloads and enqueues them. Thread-safe.
 *
 * @param parent the job that does it, whose trace is carried on
 * @param correlation what the jobs belong to, unless they say so themselves
 */
record Enqueuer(
        WorkEngine engine,
        Codec codec,
        Traces traces,
        @Nullable Work parent,
        @Nullable String correlation) {
    Enqueuer startedBy(Work work) {
        return new Enqueuer(engine, codec, traces, work, work.correlation().orElse(null));
    }

    Enqueuer correlated(@Nullable String correlation) {
        return new Enqueuer(engine, codec, traces, parent, correlation);
    }

    <T> JobId enqueue(JobType<T> type, T payload, JobOptions options) {
        return starting(type.name(), () -> {
            var work = work(type, payload, options);
            return id(type, work, engine.add(work));
        });
    }

    <T> JobId enqueue(Connection transaction, JobType<T> type, T payload, JobOptions options) {
        return starting(type.name(), () -> {
            var work = work(type, payload, options);
            return id(type, work, engine.add(transaction, work));
        });
    }

    <T> List<JobId> enqueueAll(JobType<T> type, List<T> payloads, JobOptions options) {
        return starting(type.name(), () -> ids(engine.addAll(works(type, payloads, options))));
    }

    <T> List<JobId> enqueueAll(Connection transaction, JobType<T> type, List<T> payloads, JobOptions options) {
        return starting(type.name(), () -> ids(engine.addAll(transaction, works(type, payloads, options))));
    }

    /** What is enqueued meanwhile is started by this, for those who trace. */
    <T> T starting(String name, Supplier<T> work) {
        return traces.starting(Kind.ENQUEUE, name, work);
    }

    private <T> List<NewWork> works(JobType<T> type, List<T> payloads, JobOptions options) {
        return payloads.stream().map(one -> work(type, one, options)).toList();
    }

    <T> NewWork work(JobType<T> type, T payload, JobOptions options) {
        return work(type, payload, options, NewWork.Tie.NONE);
    }

    <T> NewWork work(JobType<T> type, T payload, JobOptions options, NewWork.Tie tie) {
        return options.work(type, codec.encode(payload), work -> from(work).tie(tie));
    }

    private NewWork.Builder from(NewWork.Builder work) {
        var trace = traces.current();
        work.correlation(correlation);
        return parent == null
                ? work.trace(trace.orElse(null))
                : work.parent(parent.id()).trace(trace.or(parent::trace).orElse(null));
    }

    private static List<JobId> ids(List<Long> ids) {
        return ids.stream().map(JobId::new).toList();
    }

    private static JobId id(JobType<?> type, NewWork work, Added added) {
        if (!added.added() && work.isRejectedIfThere()) {
            throw new JobExistsException(type, new JobId(added.id()));
        }
        return new JobId(added.id());
    }
}
