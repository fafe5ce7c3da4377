// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.Observer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what this process does. A rate limit that is asked a million times a second allocates nothing here. */
final class ProcessMeters implements Observer {
    /** From what a fast handler takes to what one takes that should be watched. */
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofMinutes(10)
    };

    private final MeterRegistry registry;
    private final Tags common;
    private final Vocabulary words;
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Counter>> granted = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Counter>> denied = new ConcurrentHashMap<>();

    private record Series(HowdahMeter meter, List<String> labels) {}

    ProcessMeters(MeterRegistry registry, Tags common, Vocabulary words) {
        this.registry = registry;
        this.common = common;
        this.words = words;
        // There from the beginning: an increase from nothing at all is none to Prometheus.
        counter(HowdahMeter.MEMBERSHIPS_LOST);
        counter(HowdahMeter.LOCKS_LOST, "session");
        counter(HowdahMeter.LOCKS_LOST, "lease");
    }

    @Override
    public void taken(String queue, int count) {
        counter(HowdahMeter.TAKEN, queue).increment(count);
    }

    @Override
    public void attempted(String queue, String kind, Outcome outcome, Duration took) {
        timer(HowdahMeter.ATTEMPTS, queue, kind, outcome.word()).record(took);
    }

    @Override
    public void attemptLost(String queue, String kind) {
        counter(HowdahMeter.ATTEMPTS_LOST, queue, kind).increment();
    }

    @Override
    public void settled(Outcome outcome, int count) {
        counter(HowdahMeter.SETTLED, outcome.word()).increment(count);
    }

    @Override
    public void givenBack(String queue, long count) {
        counter(HowdahMeter.GIVEN_BACK, queue).increment((double) count);
    }

    @Override
    public void handled(String topic, String group, Outcome outcome, long events, Duration took) {
        timer(HowdahMeter.LOG_BATCHES, topic, group, outcome.word()).record(took);
        if (outcome == Outcome.DONE) {
            counter(HowdahMeter.LOG_EVENTS, topic, group).increment((double) events);
        }
    }

    @Override
    public void lockLost(String kind, String name) {
        counter(HowdahMeter.LOCKS_LOST, kind).increment();
    }

    @Override
    public void membershipLost() {
        counter(HowdahMeter.MEMBERSHIPS_LOST).increment();
    }

    @Override
    public void limitGranted(String policy, String source) {
        limit(granted, "granted", policy, source).increment();
    }

    @Override
    public void limitDenied(String policy, String source) {
        limit(denied, "denied", policy, source).increment();
    }

    @Override
    public void delivered(String channel, String result, Duration took) {
        timer(HowdahMeter.DELIVERIES, channel, lowerCase(result)).record(took);
    }

    private Counter limit(Map<String, Map<String, Counter>> all, String outcome, String policy, String source) {
        var bySource = all.get(policy);
        var counter = bySource == null ? null : bySource.get(source);
        if (counter == null) {
            counter = counter(HowdahMeter.LIMIT_DECISIONS, policy, outcome, lowerCase(source));
            all.computeIfAbsent(policy, name -> new ConcurrentHashMap<>()).put(source, counter);
        }
        return counter;
    }

    private Counter counter(HowdahMeter meter, String... labels) {
        return counters.computeIfAbsent(new Series(meter, words.of(meter, labels)), this::count);
    }

    private Counter count(Series series) {
        return Counter.builder(series.meter().id())
                .description(series.meter().help())
                .tags(common.and(HowdahMeters.tags(series.meter(), series.labels())))
                .register(registry);
    }

    private Timer timer(HowdahMeter meter, String... labels) {
        return timers.computeIfAbsent(new Series(meter, words.of(meter, labels)), this::time);
    }

    private Timer time(Series series) {
        return Timer.builder(series.meter().id())
                .description(series.meter().help())
                .tags(common.and(HowdahMeters.tags(series.meter(), series.labels())))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private static String lowerCase(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
