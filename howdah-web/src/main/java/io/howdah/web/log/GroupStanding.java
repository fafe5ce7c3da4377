// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.Lag;
import io.howdah.log.Parked;
import io.howdah.web.api.Redaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A group of readers and how far it is behind.
 *
 * @param events how many it has not handled, in all partitions
 * @param behind for how long the oldest of them has been waiting
 */
public record GroupStanding(
        String topic,
        String name,
        Optional<Instant> pausedAt,
        long events,
        Duration behind,
        long parked,
        List<PartitionLag> partitions) {
    /** How far it is behind in one partition. */
    public record PartitionLag(
            int partition,
            String next,
            String end,
            long events,
            Duration behind,
            Optional<String> owner,
            Optional<String> stopped,
            long parked) {
        static PartitionLag of(Lag lag, Redaction by) {
            return new PartitionLag(
                    lag.partition(),
                    Long.toString(lag.next()),
                    Long.toString(lag.end()),
                    lag.events(),
                    lag.behind(),
                    lag.owner().map(Object::toString),
                    lag.stopped().map(by::text),
                    lag.parked());
        }
    }

    /** A unit of events that was put aside. */
    public record ParkedUnit(
            int partition,
            String first,
            String last,
            List<String> keys,
            String state,
            int attempts,
            Optional<String> error,
            Instant parkedAt) {
        static ParkedUnit of(Parked unit, Redaction by) {
            return new ParkedUnit(
                    unit.partition(),
                    Long.toString(unit.first()),
                    Long.toString(unit.last()),
                    unit.keys(),
                    unit.state().name().toLowerCase(Locale.ROOT),
                    unit.attempts(),
                    unit.error().map(by::text),
                    unit.parkedAt());
        }
    }

    static GroupStanding of(String topic, String name, Optional<Instant> pausedAt, List<Lag> lags, Redaction by) {
        return new GroupStanding(
                topic,
                name,
                pausedAt,
                lags.stream().mapToLong(Lag::events).sum(),
                lags.stream().map(Lag::behind).max(Duration::compareTo).orElse(Duration.ZERO),
                lags.stream().mapToLong(Lag::parked).sum(),
                lags.stream().map(lag -> PartitionLag.of(lag, by)).toList());
    }

    public boolean isStopped() {
        return partitions.stream().anyMatch(one -> one.stopped().isPresent());
    }
}
