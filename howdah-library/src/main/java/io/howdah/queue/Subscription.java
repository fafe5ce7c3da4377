// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.PayloadException;
import io.howdah.internal.loop.Backoff;
import io.howdah.work.End;
import io.howdah.work.Work;
import io.howdah.work.WorkEngine;
import io.howdah.work.WorkHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A handler of messages as the engine sees it. */
record Subscription<T>(WorkEngine engine, Supplier<MessageReader<T>> reader, MessageHandler<T> handler, Backoff pauses)
        implements WorkHandler {
    @Override
    public Optional<End> handle(Work work) throws Exception {
        var delivery = new Delivery<>(engine, work, reader.get().read(work));
        handler.handle(delivery);
        return delivery.end();
    }

    /** What cannot be read will not become readable by trying again. */
    @Override
    public Optional<Duration> retryAfter(Work work, Throwable failure) {
        return failure instanceof PayloadException ? Optional.empty() : Optional.of(pauses.after(work.attempt()));
    }
}
