// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Tracing.Kind;
import io.howdah.internal.trace.Traces;
import java.util.Optional;

/** A handler whose batches are a part of the traces that their events were appended in. Thread-safe. */
record TracedHandler(Traces traces, EventHandler handler) implements EventHandler {
    /** More tell nobody anything. */
    private static final int MOST_TRACES = 100;

    @Override
    public void handle(EventBatch batch) throws Exception {
        // What one transaction appended is of one trace: its first event tells.
        var carried = batch.units().stream()
                .flatMap(unit -> trace(unit.iterator().next()).stream())
                .distinct()
                .limit(MOST_TRACES)
                .toList();
        traces.within(Kind.EVENTS, batch.topic().name() + "/" + batch.group(), carried, () -> {
            handler.handle(batch);
            return batch;
        });
    }

    private static Optional<String> trace(LogEvent event) {
        return Optional.ofNullable(event.headers().get(NewEvent.TRACE)).filter(Traces::isTraceparent);
    }
}
