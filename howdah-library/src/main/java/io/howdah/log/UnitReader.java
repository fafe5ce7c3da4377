// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Reads a partition in whole units from the database. Used by one thread at a time. */
final class UnitReader implements EventSource.Partition {
    /** Units up to this size are read at once, longer ones while the handler goes through them. */
    private static final int MOST_LOADED = 10_000;

    private static final int PAGE = 1_000;

    private final ReadStore store;
    private final Topic topic;
    private final PartRef part;
    private final Handover handover;
    private final FreshEvents fresh = new FreshEvents();
    private int slice;

    UnitReader(ReadStore store, Topic topic, PartRef part, Handover handover) {
        this.store = store;
        this.topic = topic;
        this.part = part;
        this.handover = handover;
        handover.add(this);
    }

    PartRef part() {
        return part;
    }

    FreshEvents fresh() {
        return fresh;
    }

    @Override
    public List<EventUnit> read(long from, int events) {
        // Whoever numbers takes all of a transaction or none, so these are whole units.
        var numbered = fresh.take(from, events);
        if (numbered.isEmpty()) {
            return readStored(from, events);
        }
        var page = store.page(numbered);
        slice = page.slice();
        return units(from, page.events());
    }

    private List<EventUnit> readStored(long from, int events) {
        // One more than wanted tells whether the last unit goes on.
        var page = store.read(part, from, Long.MAX_VALUE, slice, events + 1);
        var read = page.events();
        fresh.atEnd(read.size() <= events);
        if (read.isEmpty()) {
            return List.of();
        }
        slice = page.slice();
        if (read.size() <= events) {
            return units(from, read);
        }
        var last = read.get(events - 1);
        var wanted = read.subList(0, events);
        return read.get(events).unit() == last.unit() ? extended(from, wanted, last) : units(from, wanted);
    }

    private List<EventUnit> extended(long from, List<LogEvent> read, LogEvent last) {
        var end = store.unitEnd(part, last, slice);
        if (end - last.unit() <= MOST_LOADED) {
            return units(
                    from,
                    Stream.concat(read.stream(), load(last.offset() + 1, end).stream())
                            .toList());
        }
        int cut = read.size() - 1;
        while (cut > 0 && read.get(cut - 1).unit() == last.unit()) {
            cut--;
        }
        var units = new ArrayList<>(units(from, read.subList(0, cut)));
        units.add(EventUnit.of(from, end, read.subList(cut, read.size()), pages(end, slice)));
        return units;
    }

    @Override
    public EventUnit unit(long first, long last) {
        var pages = pages(last + 1, 0);
        return new EventUnit(first, last + 1, pages.apply(first), pages);
    }

    @Override
    public void close() {
        handover.remove(this);
    }

    private LongFunction<List<LogEvent>> pages(long end, int fromSlice) {
        return from -> {
            var events = store.read(part, from, end, fromSlice, PAGE).events();
            if (topic.compaction().isEmpty()
                    && (events.isEmpty() || events.getFirst().offset() != from)) {
                var bounds = store.bounds(new long[] {part.id()}).getFirst();
                throw new OffsetOutOfRangeException(topic, part.number(), from, bounds.first(), bounds.next());
            }
            return events;
        };
    }

    private List<LogEvent> load(long from, long end) {
        var events = new ArrayList<LogEvent>();
        for (long at = from; at < end; ) {
            var page = pages(end, slice).apply(at);
            events.addAll(page);
            at = page.isEmpty() ? end : page.getLast().offset() + 1;
        }
        return events;
    }

    private static List<EventUnit> units(long from, List<LogEvent> events) {
        var units = new ArrayList<EventUnit>();
        int begin = 0;
        for (int i = 1; i <= events.size(); i++) {
            if (i == events.size() || events.get(i).unit() != events.get(begin).unit()) {
                var unit = events.subList(begin, i);
                units.add(EventUnit.of(from, unit.getLast().offset() + 1, unit, at -> List.of()));
                begin = i;
            }
        }
        return units;
    }
}
