// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.ArrayList;
import java.util.List;

/**
 * What this process has just numbered in a partition, kept for one that reads it and has come to its end: it need not
 * ask the database. Nothing depends on it; whatever is missing here is read. Thread-safe.
 */
final class FreshEvents {
    private static final int MOST = 1_000;
    private static final int MOST_BYTES = 1 << 20;

    private final List<EventRow> events = new ArrayList<>();
    private long bytes;
    private boolean wanted;

    /** Whether the reader has come to the end, so that what is numbered next is what it needs next. */
    synchronized boolean isWanted() {
        return wanted;
    }

    synchronized void atEnd(boolean isThere) {
        wanted = isThere;
    }

    /** All events of the partition that one run has numbered, after the run has committed. */
    synchronized void add(List<EventRow> run) {
        if (!events.isEmpty() && offset(events.getLast()) + 1 != offset(run.getFirst())) {
            // Somebody else has numbered in between.
            clear();
        }
        events.addAll(run);
        bytes += run.stream().mapToLong(event -> event.payload().bytes().length).sum();
        if (events.size() > MOST || bytes > MOST_BYTES) {
            // The reader does not keep up, and will read larger batches.
            wanted = false;
            clear();
        }
    }

    /** Everything from an offset on; nothing if that begins later, or is more than that many. */
    synchronized List<EventRow> take(long from, int most) {
        var rest = events.stream().filter(event -> offset(event) >= from).toList();
        clear();
        return rest.isEmpty() || offset(rest.getFirst()) != from || rest.size() > most ? List.of() : rest;
    }

    private void clear() {
        events.clear();
        bytes = 0;
    }

    private static long offset(EventRow event) {
        return event.place().offset();
    }
}
