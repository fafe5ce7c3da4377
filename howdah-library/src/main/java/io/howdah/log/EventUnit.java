// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Payload;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The events that one transaction appended to one partition, in the order in which it did. A unit is always handed over
 * whole; one of very many events is read piece by piece while you go through it. In a compacted topic it is what is
 * left of them.
 */
public final class EventUnit implements Iterable<LogEvent> {
    private final long first;
    private final long next;
    private final List<LogEvent> loaded;
    private final LongFunction<List<LogEvent>> pages;

    /**
     * @param first the offset at which it begins for whoever reads: its name in everything that is written down about
     *     it, and the same however many of its events have gone since
     * @param next the offset after its last event
     * @param loaded its first events
     * @param pages reads those that follow an offset
     */
    EventUnit(long first, long next, List<LogEvent> loaded, LongFunction<List<LogEvent>> pages) {
        this.first = first;
        this.next = next;
        this.loaded = List.copyOf(loaded);
        this.pages = pages;
    }

    /**
     * For an {@link EventSource}: a unit some or all of whose events are at hand.
     *
     * @param from the offset that was read from, or any before it
     * @param next the offset after its last event
     * @param loaded its first events, at least one
     * @param pages reads events from an offset on; never asked if all are loaded. None means that the rest has gone by
     *     compaction
     */
    public static EventUnit of(long from, long next, List<LogEvent> loaded, LongFunction<List<LogEvent>> pages) {
        return new EventUnit(Math.max(from, loaded.getFirst().unit()), next, loaded, pages);
    }

    /** With what somebody put in the place of some of its events, by offset. */
    EventUnit replacedBy(Map<Long, Payload> replacements) {
        return new EventUnit(first, next, replace(loaded, replacements), at -> replace(pages.apply(at), replacements));
    }

    private static List<LogEvent> replace(List<LogEvent> events, Map<Long, Payload> replacements) {
        return events.stream()
                .map(event -> replacements.containsKey(event.offset())
                        ? event.replacedBy(replacements.get(event.offset()))
                        : event)
                .toList();
    }

    /** The offset at which it begins: that of its first event, which compaction may have removed. */
    public long first() {
        return first;
    }

    /** The offset of its last event. */
    public long last() {
        return next - 1;
    }

    /** How many events it has; of one that is read piece by piece, how many it had before compaction, at most. */
    public long size() {
        return isLoaded() ? loaded.size() : next - first;
    }

    @Override
    public Iterator<LogEvent> iterator() {
        return isLoaded() ? loaded.iterator() : new Paging();
    }

    public Stream<LogEvent> stream() {
        return isLoaded() ? loaded.stream() : StreamSupport.stream(spliterator(), false);
    }

    private boolean isLoaded() {
        return loaded.isEmpty() || loaded.getLast().offset() + 1 == next;
    }

    /** The events that are at hand: all of them, or the first of very many. */
    List<LogEvent> loaded() {
        return loaded;
    }

    /** Whether compaction has left nothing of it. */
    boolean isGone() {
        return loaded.isEmpty();
    }

    /** Every key in it, sorted. */
    Set<String> keys() {
        var keys = new TreeSet<String>();
        forEach(event -> event.key().ifPresent(keys::add));
        return keys;
    }

    private final class Paging implements Iterator<LogEvent> {
        private Iterator<LogEvent> page = loaded.iterator();
        private long at = first;

        @Override
        public boolean hasNext() {
            if (!page.hasNext() && at < next) {
                page = pages.apply(at).iterator();
                at = page.hasNext() ? at : next;
            }
            return page.hasNext();
        }

        @Override
        public LogEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            var event = page.next();
            at = event.offset() + 1;
            return event;
        }
    }
}
