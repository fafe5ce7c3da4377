// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import io.howdah.work.End;
import io.howdah.work.Tick;
import io.howdah.work.Work;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A job that a handler is working on. Used by the handler's thread. */
public final class Job<T> {
    private static final int MOST_RESULT_BYTES = 1 << 20;

    private final Surroundings around;
    private final Work work;
    private final T payload;
    private final JobNotes notes;
    private final Steps steps;
    private End end = End.Done.PLAIN;
    private @Nullable Payload result;
    private boolean endedInTransaction;

    Job(Surroundings around, Work work, T payload) {
        this.around = around;
        this.work = work;
        this.payload = payload;
        this.notes = around.notes().of(work);
        this.steps = new Steps(around, work);
    }

    public JobId id() {
        return new JobId(work.id());
    }

    public T payload() {
        return payload;
    }

    /** Which attempt this is, from 1 on. Together with the id it is the fence of everything done in this attempt. */
    public int attempt() {
        return work.attempt();
    }

    public boolean isLastAttempt() {
        return work.isLastAttempt();
    }

    public Optional<String> correlation() {
        return work.correlation();
    }

    /** The schedule that enqueued it, if one did. */
    public Optional<String> schedule() {
        return Tick.in(work.headers()).map(Tick::schedule);
    }

    /** The tick of its schedule that it stands for, however late it runs; for one run by hand, when that was asked. */
    public Optional<Instant> scheduledFor() {
        return Tick.in(work.headers()).map(Tick::at);
    }

    /** The job whose handler enqueued this one. */
    public Optional<JobId> parent() {
        return work.parent().map(JobId::new);
    }

    /** The W3C traceparent that it carries. */
    public Optional<String> trace() {
        return work.trace();
    }

    /** Says how far it is, for people to see; written at most every 200 ms, and always the last. From any thread. */
    public void progress(int percent, String message) {
        notes.progress(percent, message);
    }

    /** Keeps a line with the job, up to 1 000 lines of 1 000 characters. From any thread. */
    public void log(String line) {
        notes.log(line);
    }

    /** What the job found out, kept with it when it is done: {@link Jobs#result}. Up to 1 MiB. */
    public void result(Object value) {
        var encoded = around.codec().encode(value);
        if (encoded.bytes().length > MOST_RESULT_BYTES) {
            throw new IllegalArgumentException("a result has at most 1 MiB, that of job " + id() + " has "
                    + encoded.bytes().length + " bytes; store it elsewhere and say where it is");
        }
        result = encoded;
    }

    /**
     * Does a step, unless an earlier attempt has finished it; then its result is what it was. What the step did outside
     * the database may happen again, if the process dies before the result is remembered.
     *
     * @param name one of at most 500 in this job
     * @param type of the result, which the codec writes and reads, up to 64 KiB
     * @throws JobLostException if the job is not this process's any more
     */
    public <R> R step(String name, Class<R> type, Callable<R> body) throws Exception {
        return steps.step(name, type, body);
    }

    /**
     * Does a step in your transaction, unless an earlier attempt has finished it: what it wrote and that it is finished
     * commit together, so that it is done exactly once.
     *
     * @throws JobLostException if the job is not this process's any more; roll back
     */
    public <R> R step(Connection transaction, String name, Class<R> type, Callable<R> body) throws Exception {
        return steps.step(transaction, name, type, body);
    }

    /** Enqueues a child: it carries on the correlation and the trace, and says whose child it is. */
    public <C> JobId enqueue(JobType<C> type, C payload, JobOptions options) {
        return around.enqueuer().startedBy(work).enqueue(type, payload, options);
    }

    /** Enqueues a child in your transaction. */
    public <C> JobId enqueue(Connection transaction, JobType<C> type, C payload, JobOptions options) {
        return around.enqueuer().startedBy(work).enqueue(transaction, type, payload, options);
    }

    /**
     * The result of another job of the same workflow, if it is done and said one.
     *
     * @throws IllegalArgumentException if there is no such node in its workflow, or it is in none
     */
    public <R> Optional<R> resultOf(String node, Class<R> type) {
        return around.flows()
                .resultOf(work.id(), node)
                .orElseThrow(
                        () -> new IllegalArgumentException("job " + id() + " is in no workflow with a node " + node))
                .map(result -> around.codec().decode(result, type));
    }

    /** The workflow or batch that it is part of, as it stands now. */
    public Optional<WorkflowInfo> workflow() {
        return around.flows().flowOf(work.id());
    }

    /**
     * Enqueues children that become part of the batch that this job is part of: it is not over before they are.
     *
     * @throws IllegalStateException if this job is not part of a batch, or the batch was cancelled
     * @throws JobLostException if the job is not this process's any more
     */
    public <C> List<JobId> addToBatch(JobType<C> type, List<C> payloads, JobOptions options) {
        return new BatchMember(around, work).add(type, payloads, options);
    }

    /** Enqueues children that become part of its batch, in your transaction. */
    public <C> List<JobId> addToBatch(Connection transaction, JobType<C> type, List<C> payloads, JobOptions options) {
        return new BatchMember(around, work).add(transaction, type, payloads, options);
    }

    /** When the handler returns, the job is to run again this much later; the attempt does not count. */
    public void snooze(Duration pause) {
        if (pause.isNegative()) {
            throw new IllegalArgumentException("a job cannot be put off into the past: " + pause);
        }
        end = new End.Snoozed(pause);
    }

    /** When the handler returns, the job is over, without having succeeded. */
    public void discard(String why) {
        end = new End.Discarded(why);
    }

    /**
     * Ends the job in your transaction: what you wrote and that the job is done commit together, so that it is done
     * exactly once. Nothing is ended if you roll back; the attempt then counts as failed.
     *
     * @throws JobLostException if the job is not this process's any more; roll back
     */
    public void completeIn(Connection connection) {
        writeLastNotes();
        if (!around.engine().endIn(connection, work, end())) {
            throw new JobLostException(id(), attempt());
        }
        endedInTransaction = true;
    }

    /** After the end nobody would take them. */
    void writeLastNotes() {
        around.notes().writeLast(notes);
    }

    Optional<End> endUnlessEnded() {
        return endedInTransaction ? Optional.empty() : Optional.of(end());
    }

    private End end() {
        return end instanceof End.Done && result != null ? new End.Done(result) : end;
    }
}
