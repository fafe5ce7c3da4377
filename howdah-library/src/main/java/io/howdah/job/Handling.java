// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.PayloadException;
import io.howdah.Tracing.Kind;
import io.howdah.work.End;
import io.howdah.work.Work;
import io.howdah.work.WorkHandler;
import java.time.Duration;
import java.util.Optional;

/** A handler of jobs as the engine sees it. */
record Handling<T>(Surroundings around, JobType<T> type, JobHandler<T> handler) implements WorkHandler {
    @Override
    public Optional<End> handle(Work work) throws Exception {
        var job = new Job<>(around, work, around.codec().decode(work.payload(), type.payload()));
        try {
            var carried = work.trace().stream().toList();
            around.enqueuer().traces().within(Kind.JOB, work.kind(), carried, () -> {
                handler.handle(job);
                return job;
            });
        } finally {
            job.writeLastNotes();
        }
        return job.endUnlessEnded();
    }

    /** What cannot be read will not become readable by trying again, unless for want of a key. */
    @Override
    public Optional<Duration> retryAfter(Work work, Throwable failure) {
        var unreadable = failure instanceof PayloadException refusal && !refusal.isKeyMissing();
        return unreadable || type.retry().isPointlessAfter(failure)
                ? Optional.empty()
                : Optional.of(type.retry().pauseAfter(work.attempt()));
    }
}
