// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.cluster.Durability;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be chosen under {@code howdah}. Whatever else a {@code Howdah} can be told is for a
 * {@link HowdahCustomizer}.
 *
 * @param enabled Whether there is a Howdah at all.
 * @param schema The schema that its tables are in.
 * @param name What people see this process as; empty is host and process id.
 * @param migrate Whether the schema is brought to this version before the start. Turn it off where the application's
 *     role may not change definitions, and run "howdah migrate" instead.
 * @param start Whether the application takes part in the work. One that only produces need not.
 * @param beatEvery Time between two heartbeats; three missed ones are a death.
 * @param stopWithin How long running work may take to end when the application stops.
 * @param requireDurability Refuse to start on a database that keeps commits less safely.
 * @param tracing Whether what is done is observed, where there is an ObservationRegistry, and traces are carried in
 *     rows.
 * @param concurrency How many jobs of a queue this process does at the same time, by the queue's name.
 */
@ConfigurationProperties("howdah")
public record HowdahProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("howdah") String schema,
        @DefaultValue("") String name,
        @DefaultValue("true") boolean migrate,
        @DefaultValue("true") boolean start,
        @DefaultValue("5s") Duration beatEvery,
        @DefaultValue("30s") Duration stopWithin,
        @DefaultValue("at-risk") Durability requireDurability,
        @DefaultValue("true") boolean tracing,
        @DefaultValue Map<String, Integer> concurrency) {
    private static final Duration SHORTEST_BEAT = Duration.ofMillis(50);
    private static final Duration LONGEST_BEAT = Duration.ofMinutes(1);

    public HowdahProperties {
        if (beatEvery.compareTo(SHORTEST_BEAT) < 0 || beatEvery.compareTo(LONGEST_BEAT) > 0) {
            throw new IllegalArgumentException("howdah.beat-every must be 50 ms to 1 min: " + beatEvery);
        }
        if (stopWithin.isNegative()) {
            throw new IllegalArgumentException("howdah.stop-within must not be negative: " + stopWithin);
        }
        concurrency.forEach((queue, most) -> {
            if (most < 1) {
                throw new IllegalArgumentException("howdah.concurrency." + queue + " must be at least 1: " + most);
            }
        });
        concurrency = Map.copyOf(concurrency);
    }
}
