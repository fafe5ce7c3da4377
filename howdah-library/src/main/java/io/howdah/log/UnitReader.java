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
    private final PartRef part;
    private int slice;

    UnitReader(ReadStore store, PartRef part) {
        this.store = store;
        this.part = part;
    }

    @Override
    public List<EventUnit> read(long from, int events) {
        // One more than wanted tells whether the last unit goes on.
        var page = store.read(part, from, Long.MAX_VALUE, slice, events + 1);
        var read = page.events();
        if (read.isEmpty()) {
            return List.of();
        }
        slice = page.slice();
        if (read.size() <= events) {
            return units(read);
        }
        var last = read.get(events - 1);
        var wanted = read.subList(0, events);
        return read.get(events).unit() == last.unit() ? extended(wanted, last) : units(wanted);
    }

    private List<EventUnit> extended(List<LogEvent> read, LogEvent last) {
        var end = store.unitEnd(part, last, slice);
        if (end - last.unit() <= MOST_LOADED) {
            return units(Stream.concat(read.stream(), load(last.offset() + 1, end).stream())
                    .toList());
        }
        int cut = Math.toIntExact(Math.max(0, last.unit() - read.getFirst().offset()));
        var units = new ArrayList<>(units(read.subList(0, cut)));
        units.add(new EventUnit(end, read.subList(cut, read.size()), pages(end, slice)));
        return units;
    }

    @Override
    public EventUnit unit(long first, long last) {
        var pages = pages(last + 1, 0);
        return new EventUnit(last + 1, pages.apply(first), pages);
    }

    @Override
    public void close() {
        // Every read gives its connection back.
    }

    private LongFunction<List<LogEvent>> pages(long end, int fromSlice) {
        return from -> store.read(part, from, end, fromSlice, PAGE).events();
    }

    private List<LogEvent> load(long from, long end) {
        var events = new ArrayList<LogEvent>();
        for (long at = from; at < end; at += PAGE) {
            events.addAll(pages(end, slice).apply(at));
        }
        return events;
    }

    private static List<EventUnit> units(List<LogEvent> events) {
        var units = new ArrayList<EventUnit>();
        int from = 0;
        for (int i = 1; i <= events.size(); i++) {
            if (i == events.size() || events.get(i).unit() != events.get(from).unit()) {
                var unit = events.subList(from, i);
                units.add(new EventUnit(unit.getLast().offset() + 1, unit, at -> List.of()));
                from = i;
            }
        }
        return units;
    }
}
