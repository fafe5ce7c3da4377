// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.PayloadException;
import io.howdah.work.End;
import io.howdah.work.Work;
import io.howdah.work.WorkEngine;
import io.howdah.work.WorkHandler;
import java.time.Duration;
import java.util.Optional;

/** A handler of jobs as the engine sees it. */
record Handling<T>(WorkEngine engine, Codec codec, JobType<T> type, JobHandler<T> handler) implements WorkHandler {
    @Override
    public Optional<End> handle(Work work) throws Exception {
        var job = new Job<>(engine, work, codec.decode(work.payload(), type.payload()));
        handler.handle(job);
        return Optional.ofNullable(job.endUnlessEnded());
    }

    /** What cannot be read will not become readable by trying again. */
    @Override
    public Optional<Duration> retryAfter(Work work, Throwable failure) {
        return failure instanceof PayloadException || type.retry().isPointlessAfter(failure)
                ? Optional.empty()
                : Optional.of(type.retry().pauseAfter(work.attempt()));
    }
}
