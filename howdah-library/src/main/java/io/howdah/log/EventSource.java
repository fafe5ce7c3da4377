// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Codec;
import java.util.List;

/**
 * Where a group reads the events of a topic when not from the database: a copy of the log elsewhere, with the log's own
 * offsets and units. Groups, their places, leases and decisions stay in the database, so that a group may change its
 * source at any time. Thread-safe.
 */
@FunctionalInterface
public interface EventSource {
    /** Opens a partition for as long as this process reads it. Must not wait for anything. */
    Partition open(Topic topic, int partition, Codec codec);

    /** One partition of a copy. Used by one thread at a time, except for {@link #close}. */
    interface Partition extends AutoCloseable {
        /**
         * Whole units from an offset on, without a gap between them unless the topic is compacted: about as many events
         * as wanted, more if the last unit is longer, none if there is nothing yet; it may wait a moment for that. What
         * comes first has a higher offset if the copy does not have the wanted one any more.
         *
         * @throws RetryLaterException if the copy is away
         */
        List<EventUnit> read(long from, int events) throws InterruptedException;

        /** One unit, or the rest of one, that was read before. */
        EventUnit unit(long first, long last) throws InterruptedException;

        /** Called when the partition is held no more, also from another thread, and possibly more than once. */
        @Override
        void close();
    }
}
