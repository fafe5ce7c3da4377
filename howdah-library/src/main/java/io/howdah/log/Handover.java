// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives events to the readers of this process as soon as it has numbered them. Thread-safe.
 *
 * <p>Who gets them is settled before a run begins, and a reader belongs to one generation of a lease. So a reader that
 * was made after the database had forgotten a run, whose place may be the same, is never given what is not there any
 * more; an older one finds its generation gone when it moves on.
 */
final class Handover {
    private final Set<UnitReader> readers = ConcurrentHashMap.newKeySet();

    /** Those who had come to the end of their partition before a run. */
    record Waiting(List<UnitReader> readers) {
        long[] parts() {
            return readers.stream()
                    .mapToLong(reader -> reader.part().id())
                    .distinct()
                    .toArray();
        }

        void give(Map<Integer, List<EventRow>> numbered) {
            for (var reader : readers) {
                var events = numbered.get(reader.part().id());
                if (events != null) {
                    reader.fresh().add(events);
                }
            }
        }
    }

    void add(UnitReader reader) {
        readers.add(reader);
    }

    void remove(UnitReader reader) {
        readers.remove(reader);
    }

    Waiting waiting() {
        return new Waiting(
                readers.stream().filter(reader -> reader.fresh().isWanted()).toList());
    }
}
