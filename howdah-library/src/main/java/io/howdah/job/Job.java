// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.work.End;
import io.howdah.work.Tick;
import io.howdah.work.Work;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job that a handler is working on. Used by the handler's thread. */
public final class Job<T> {
    private final WorkEngine engine;
    private final Work work;
    private final T payload;
    private End end = End.Done.PLAIN;
    private boolean endedInTransaction;

    Job(WorkEngine engine, Work work, T payload) {
        this.engine = engine;
        this.work = work;
        this.payload = payload;
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
        if (!engine.endIn(connection, work, end)) {
            throw new JobLostException(id(), attempt());
        }
        endedInTransaction = true;
    }

    @Nullable
    End endUnlessEnded() {
        return endedInTransaction ? null : end;
    }
}
