// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.internal.Platform;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Background work: enqueue it in your transaction, handle it in any process. Thread-safe.
 *
 * <p>A leading {@link Connection} means in your transaction: the job exists if and when you commit. Without one it is
 * enqueued in the transaction that the thread is in, where a framework keeps one
 * ({@link io.howdah.CurrentTransaction}), and else in one of its own.
 */
public final class Jobs {
    private static final int MOST_LISTED = 1_000;
    private static final int DAYS_AHEAD = 14;
    private static final Duration KEEP_FLOWS = Duration.ofDays(7);
    private static final int FORGET_AT_ONCE = 100;
    private static final Duration CLEAN_EVERY = Duration.ofMinutes(10);

    private final WorkEngine engine;
    private final Codec codec;
    private final Enqueuer enqueuer;
    private final JobStore store;
    private final NoteStore notes;
    private final Surroundings around;
    private final DeadJobs dead;
    private final PendingJobs pending;
    private final Workflows workflows;
    private final JobClaims claims;

    /** Made by {@link io.howdah.Howdah}. */
    public Jobs(Platform platform, WorkEngine engine) {
        this.engine = engine;
        this.codec = platform.codec();
        this.enqueuer = new Enqueuer(engine, codec, platform.traces(), null, null);
        this.store = new JobStore(platform.db());
        this.notes = new NoteStore(platform.db());
        var writer = new Notes(engine.bursts(), notes);
        var flows = new FlowStore(platform.db());
        this.around = new Surroundings(engine, codec, enqueuer, writer, new StepStore(platform.db()), flows);
        this.workflows = new Workflows(platform, flows, enqueuer);
        var search = new SearchStore(platform.db());
        this.dead = new DeadJobs(search, codec, engine);
        this.pending = new PendingJobs(search, engine);
        this.claims = new JobClaims(engine.deliveries(), codec, notes);
        platform.backgrounds().register(writer.loop());
        platform.backgrounds()
                .register(Upkeep.loop("job-cleaner", CLEAN_EVERY, platform.db(), platform.membership(), transaction -> {
                    var upkeep = new JobUpkeepStore(transaction);
                    upkeep.partitions(DAYS_AHEAD);
                    upkeep.forgetFlows(KEEP_FLOWS, FORGET_AT_ONCE);
                    return Next.ON_INTERVAL;
                }));
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
        return enqueuer.enqueue(type, payload, options);
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
        return enqueuer.enqueue(transaction, type, payload, options);
    }

    /** Enqueues many at once, all or none; the ids are in the order of the payloads. */
    public <T> List<JobId> enqueueAll(JobType<T> type, List<T> payloads, JobOptions options) {
        return enqueuer.enqueueAll(type, payloads, options);
    }

    /** Enqueues many at once in your transaction; the ids are in the order of the payloads. */
    public <T> List<JobId> enqueueAll(Connection transaction, JobType<T> type, List<T> payloads, JobOptions options) {
        return enqueuer.enqueueAll(transaction, type, payloads, options);
    }

    /**
     * Enqueues very many by COPY, all or none, without holding them in memory: twice as fast as {@link #enqueueAll},
     * for jobs that are ready at once and have neither a unique key nor a key. The answer is how many there were.
     *
     * @throws IllegalStateException if the database rolled it back, so that it has to begin anew with a new stream
     */
    public <T> long copy(JobType<T> type, Stream<T> payloads, JobOptions options) {
        return enqueuer.starting(
                type.name(),
                () -> engine.copy(
                        payloads.map(one -> enqueuer.work(type, one, options)).iterator()));
    }

    /** Enqueues very many by COPY in your transaction. */
    public <T> long copy(Connection transaction, JobType<T> type, Stream<T> payloads, JobOptions options) {
        return enqueuer.starting(
                type.name(),
                () -> engine.copy(
                        transaction,
                        payloads.map(one -> enqueuer.work(type, one, options)).iterator()));
    }

    /** Has this process do jobs of that type, once it is started. */
    public <T> void handle(JobType<T> type, JobHandler<T> handler) {
        engine.handle(type.queue(), type.name(), new Handling<>(around, type, handler));
    }

    /** How many jobs of a queue this process does at the same time. Default: 50. To be said before it is started. */
    public void concurrency(String queue, int most) {
        engine.concurrency(queue, most);
    }

    public Optional<JobInfo> find(JobId id) {
        return store.find(id);
    }

    /** What a job that is done said its result is; empty when it said nothing, or is not done. */
    public <R> Optional<R> result(JobId id, Class<R> type) {
        return store.result(id).map(payload -> codec.decode(payload, type));
    }

    /** The lines its handler wrote, oldest first, all attempts included. */
    public List<JobLine> log(JobId id) {
        return notes.lines(id, 2 * Notes.MOST_LINES);
    }

    /**
     * The jobs that its handler enqueued, oldest first.
     *
     * @param after the last one of the page before; the job itself for the first page
     * @param limit up to 1 000
     */
    public List<JobInfo> children(JobId id, JobId after, int limit) {
        requireLimit(limit);
        return store.children(id, after, limit);
    }

    /** Jobs that hang together: graphs with fan-out and fan-in, batches with a job that comes last. */
    public Workflows workflows() {
        return workflows;
    }

    /** Jobs that ended without success: look at them, try them again, discard them. */
    public DeadJobs dead() {
        return dead;
    }

    /** Jobs that have not ended: look at them, cancel many. */
    public PendingJobs pending() {
        return pending;
    }

    /** Jobs for workers that take part in nothing else: claimed for a time, in any language. */
    public JobClaims claims() {
        return claims;
    }

    /** Keeps a job from running; one that runs is interrupted. False when it has ended already or never was. */
    public boolean cancel(JobId id) {
        return engine.cancel(id.value(), "cancelled");
    }

    static void requireLimit(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("limit must be 1 to 1000: " + limit);
        }
    }
}
