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
 * whole; one of very many events is read piece by piece while you go through it.
 */
public final class EventUnit implements Iterable<LogEvent> {
    private final long next;
    private final List<LogEvent> loaded;
    private final LongFunction<List<LogEvent>> pages;

    /**
     * @param next the offset after its last event
     * @param loaded its first events
     * @param pages reads those that follow an offset
     */
    EventUnit(long next, List<LogEvent> loaded, LongFunction<List<LogEvent>> pages) {
        this.next = next;
        this.loaded = List.copyOf(loaded);
        this.pages = pages;
    }

    /**
     * For an {@link EventSource}: a unit some or all of whose events are at hand.
     *
     * @param next the offset after its last event
     * @param loaded its first events, at least one
     * @param pages reads events from an offset on, at least one; never asked if all are loaded
     */
    public static EventUnit of(long next, List<LogEvent> loaded, LongFunction<List<LogEvent>> pages) {
        return new EventUnit(next, loaded, pages);
    }

    /** With what somebody put in the place of some of its events, by offset. */
    EventUnit replacedBy(Map<Long, Payload> replacements) {
        return new EventUnit(next, replace(loaded, replacements), at -> replace(pages.apply(at), replacements));
    }

    private static List<LogEvent> replace(List<LogEvent> events, Map<Long, Payload> replacements) {
        return events.stream()
                .map(event -> replacements.containsKey(event.offset())
                        ? event.replacedBy(replacements.get(event.offset()))
                        : event)
                .toList();
    }

    /** The offset of its first event. */
    public long first() {
        return loaded.getFirst().offset();
    }

    /** The offset of its last event. */
    public long last() {
        return next - 1;
    }

    public long size() {
        return next - first();
    }

    @Override
    public Iterator<LogEvent> iterator() {
        return isLoaded() ? loaded.iterator() : new Paging();
    }

    public Stream<LogEvent> stream() {
        return isLoaded() ? loaded.stream() : StreamSupport.stream(spliterator(), false);
    }

    boolean isLoaded() {
        return loaded.size() == size();
    }

    /** Every key in it, sorted. */
    Set<String> keys() {
        var keys = new TreeSet<String>();
        forEach(event -> event.key().ifPresent(keys::add));
        return keys;
    }

    private final class Paging implements Iterator<LogEvent> {
        private Iterator<LogEvent> page = loaded.iterator();
        private long at = first();

        @Override
        public boolean hasNext() {
            return at < next;
        }

        @Override
        public LogEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            if (!page.hasNext()) {
                page = pages.apply(at).iterator();
            }
            at++;
            return page.next();
        }
    }
}
