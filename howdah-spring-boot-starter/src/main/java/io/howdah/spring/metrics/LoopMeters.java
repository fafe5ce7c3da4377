// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.LoopState;
import io.howdah.cluster.Cluster;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Tells of the background loops of this process; of which there are more as it handles more. Thread-safe. */
final class LoopMeters {
    /** Shorter than the time between two scrapes, longer than one takes. */
    private static final long FRESH = Duration.ofMillis(200).toNanos();

    private final Cluster cluster;
    private final MeterRegistry registry;
    private final Tags common;
    private final Vocabulary words;
    private final Set<List<String>> registered = ConcurrentHashMap.newKeySet();
    private volatile Seen seen = new Seen(Map.of(), System.nanoTime() - FRESH);

    private record Sum(long runs, long failed, double seconds, int failing) {
        static final Sum NONE = new Sum(0, 0, 0, 0);

        static Sum of(LoopState loop) {
            return new Sum(loop.runs(), loop.failed(), loop.spent().toNanos() / 1e9, loop.failures() > 0 ? 1 : 0);
        }

        Sum plus(Sum other) {
            return new Sum(runs + other.runs, failed + other.failed, seconds + other.seconds, failing + other.failing);
        }
    }

    private record Seen(Map<List<String>, Sum> loops, long at) {}

    LoopMeters(Cluster cluster, MeterRegistry registry, Tags common, Vocabulary words) {
        this.cluster = cluster;
        this.registry = registry;
        this.common = common;
        this.words = words;
        Gauge.builder(HowdahMeter.LOOPS_FAILING.id(), this, LoopMeters::failing)
                .description(HowdahMeter.LOOPS_FAILING.help())
                .tags(common)
                .strongReference(true)
                .register(registry);
    }

    /** Adds loops that are new. */
    void register() {
        for (var loop : loops().keySet()) {
            if (registered.add(loop)) {
                register(loop);
            }
        }
    }

    private void register(List<String> loop) {
        FunctionTimer.builder(
                        HowdahMeter.LOOPS.id(),
                        this,
                        all -> all.sum(loop).runs(),
                        all -> all.sum(loop).seconds(),
                        TimeUnit.SECONDS)
                .description(HowdahMeter.LOOPS.help())
                .tags(common.and(HowdahMeters.tags(HowdahMeter.LOOPS, loop)))
                .register(registry);
        ToDoubleFunction<LoopMeters> failed = all -> all.sum(loop).failed();
        FunctionCounter.builder(HowdahMeter.LOOP_FAILURES.id(), this, failed)
                .description(HowdahMeter.LOOP_FAILURES.help())
                .tags(common.and(HowdahMeters.tags(HowdahMeter.LOOP_FAILURES, loop)))
                .register(registry);
    }

    private double failing() {
        return loops().values().stream().mapToInt(Sum::failing).sum();
    }

    private Sum sum(List<String> loop) {
        return loops().getOrDefault(loop, Sum.NONE);
    }

    private Map<List<String>, Sum> loops() {
        var last = seen;
        if (System.nanoTime() - last.at() < FRESH) {
            return last.loops();
        }
        var loops = new HashMap<List<String>, Sum>();
        cluster.loops().forEach(loop -> loops.merge(words.of(HowdahMeter.LOOPS, loop.name()), Sum.of(loop), Sum::plus));
        seen = new Seen(loops, System.nanoTime());
        return loops;
    }
}
