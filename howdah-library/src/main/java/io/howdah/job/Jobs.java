// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.internal.Platform;
import io.howdah.work.Added;
import io.howdah.work.NewWork;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;

/**
 * Background work: enqueue it in your transaction, handle it in any process. Thread-safe.
 *
 * <p>A leading {@link Connection} means in your transaction: the job exists if and when you commit. Without one it is
 * enqueued in the transaction that the thread is in, where a framework keeps one
 * ({@link io.howdah.CurrentTransaction}), and else in one of its own.
 */
public final class Jobs {
    private final WorkEngine engine;
    private final Codec codec;
    private final JobStore store;

    /** Made by {@link io.howdah.Howdah}. */
    public Jobs(Platform platform, WorkEngine engine) {
        this.engine = engine;
        this.codec = platform.codec();
        this.store = new JobStore(platform.db());
    }

    public <T> JobId enqueue(JobType<T> type, T payload) {
        return enqueue(type, payload, JobOptions.none());
    }

    /**
     * Enqueues a job.
     *
     * @throws JobExistsException if its unique key is taken and newcomers are rejected
     */
    public <T> JobId enqueue(JobType<T> type, T payload, JobOptions options) {
        var work = options.work(type, codec.encode(payload));
        return id(type, work, engine.add(work));
    }

    public <T> JobId enqueue(Connection transaction, JobType<T> type, T payload) {
        return enqueue(transaction, type, payload, JobOptions.none());
    }

    /**
     * Enqueues a job in your transaction.
     *
     * @throws JobExistsException if its unique key is taken and newcomers are rejected
     */
    public <T> JobId enqueue(Connection transaction, JobType<T> type, T payload, JobOptions options) {
        var work = options.work(type, codec.encode(payload));
        return id(type, work, engine.add(transaction, work));
    }

    /** Enqueues many at once, all or none; the ids are in the order of the payloads. */
    public <T> List<JobId> enqueueAll(JobType<T> type, List<T> payloads, JobOptions options) {
        var works = payloads.stream()
                .map(one -> options.work(type, codec.encode(one)))
                .toList();
        return engine.addAll(works).stream().map(JobId::new).toList();
    }

    /** Enqueues many at once in your transaction; the ids are in the order of the payloads. */
    public <T> List<JobId> enqueueAll(Connection transaction, JobType<T> type, List<T> payloads, JobOptions options) {
        var works = payloads.stream()
                .map(one -> options.work(type, codec.encode(one)))
                .toList();
        return engine.addAll(transaction, works).stream().map(JobId::new).toList();
    }

    /** Has this process do jobs of that type, once it is started. */
    public <T> void handle(JobType<T> type, JobHandler<T> handler) {
        engine.handle(type.queue(), type.name(), new Handling<>(engine, codec, type, handler));
    }

    /** How many jobs of a queue this process does at the same time. Default: 50. To be said before it is started. */
    public void concurrency(String queue, int most) {
        engine.concurrency(queue, most);
    }

    public Optional<JobInfo> find(JobId id) {
        return store.find(id);
    }

    /** Keeps a job from running; one that runs is interrupted. False when it has ended already or never was. */
    public boolean cancel(JobId id) {
        return engine.cancel(id.value(), "cancelled");
    }

    private static JobId id(JobType<?> type, NewWork work, Added added) {
        if (!added.added() && work.isRejectedIfThere()) {
            throw new JobExistsException(type, new JobId(added.id()));
        }
        return new JobId(added.id());
    }
}
