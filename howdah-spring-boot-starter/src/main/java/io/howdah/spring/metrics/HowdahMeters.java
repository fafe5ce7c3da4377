// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.Howdah;
import io.howdah.Observer;
import io.howdah.cluster.Cluster;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a {@code Howdah} in a registry. First its {@link #observer} is given to the builder, then what was
 * built is {@link #watch watched}. To read them never waits for the database longer than half a second. Thread-safe.
 */
public final class HowdahMeters {
    /** The tag that tells several apart. */
    private static final String NAME = "howdah";

    private final MeterRegistry registry;
    private final Tags common;
    private final Vocabulary words = new Vocabulary();
    private final Map<HowdahMeter, MultiGauge> gauges = new EnumMap<>(HowdahMeter.class);
    private @Nullable ProcessMeters process;
    private volatile @Nullable Snapshots snapshots;

    private HowdahMeters(MeterRegistry registry, Tags common) {
        this.registry = registry;
        this.common = common;
    }

    public static HowdahMeters in(MeterRegistry registry) {
        return new HowdahMeters(registry, Tags.empty());
    }

    /**
     * Meters for one of several in the same registry: each has the tag {@code howdah} besides its own. Then all of them
     * must have a name, for a meter has the same tags in all of its series.
     */
    public HowdahMeters named(String howdah) {
        return new HowdahMeters(registry, Tags.of(NAME, howdah));
    }

    /** Counts what the process does. */
    public synchronized Observer observer() {
        if (process == null) {
            process = new ProcessMeters(registry, common, words);
        }
        return process;
    }

    /** Tells of this one, and of all processes that share its schema; once. */
    public synchronized void watch(Howdah howdah, String schema) {
        if (snapshots != null) {
            throw new IllegalStateException("these meters watch a Howdah already");
        }
        var cluster = howdah.cluster();
        var loops = new LoopMeters(cluster, registry, common, words);
        loops.register();
        var looks = new Snapshots(parts(howdah, schema), () -> new Figures(words), () -> {
            loops.register();
            show();
        });
        snapshots = looks;
        gauge(HowdahMeter.VERSION, cluster, one -> 1, Howdah.version());
        gauge(HowdahMeter.MEMBER_ALIVE, cluster, one -> one.isAlive() ? 1 : 0);
        gauge(
                HowdahMeter.WAKEUPS_LISTENING,
                cluster,
                one -> one.wakeups().toString().equals("listening") ? 1 : 0);
        gauge(HowdahMeter.UP, looks, one -> one.isReached() ? 1 : 0);
        for (var part : looks.parts()) {
            gauge(HowdahMeter.SNAPSHOT_AGE, looks, one -> one.age(part), part);
        }
    }

    /** Has the figures of all processes looked up anew if they are old; waits for that half a second at most. */
    public void refresh() {
        var looks = snapshots;
        if (looks != null) {
            looks.refresh();
        }
    }

    private Map<String, Consumer<Figures>> parts(Howdah howdah, String schema) {
        var store = new SnapshotStore(Db.of(howdah.dataSource(), new SchemaName(schema)));
        var parts = new LinkedHashMap<String, Consumer<Figures>>();
        parts.put("database", store::database);
        parts.put("queues", store::queues);
        parts.put("jobs", store::deadJobs);
        parts.put("log", store::groups);
        parts.put("compaction", store::compactions);
        parts.put("notifications", store::notifications);
        parts.put("approvals", store::approvals);
        parts.put("durability", figures -> figures.add(HowdahMeter.DURABILITY, grade(howdah.cluster())));
        return parts;
    }

    private static int grade(Cluster cluster) {
        return switch (cluster.durability().grade()) {
            case AT_RISK -> 0;
            case DURABLE -> 1;
            case REPLICATED -> 2;
        };
    }

    /** Registers what the latest look has seen for the first time, and takes away what it has not seen any more. */
    private void show() {
        var looks = snapshots;
        if (looks == null) {
            return;
        }
        for (var meter : HowdahMeter.values()) {
            if (meter.scope() == HowdahMeter.Scope.ALL) {
                var rows = new ArrayList<MultiGauge.Row<?>>();
                for (var part : looks.parts()) {
                    for (var labels : looks.figures(part).labels(meter)) {
                        rows.add(MultiGauge.Row.of(tags(meter, labels), looks, one -> one.value(part, meter, labels)));
                    }
                }
                gauges.computeIfAbsent(meter, this::multiGauge).register(rows);
            }
        }
    }

    private MultiGauge multiGauge(HowdahMeter meter) {
        return MultiGauge.builder(meter.id())
                .description(meter.help())
                .baseUnit(unit(meter))
                .tags(common)
                .register(registry);
    }

    private <T> void gauge(HowdahMeter meter, T of, ToDoubleFunction<T> value, String... labels) {
        Gauge.builder(meter.id(), of, value)
                .description(meter.help())
                .baseUnit(unit(meter))
                .tags(common.and(tags(meter, List.of(labels))))
                .strongReference(true)
                .register(registry);
    }

    private static @Nullable String unit(HowdahMeter meter) {
        return meter.type() == HowdahMeter.Type.SECONDS ? "seconds" : null;
    }

    static Tags tags(HowdahMeter meter, List<String> values) {
        var tags = Tags.empty();
        for (int i = 0; i < values.size(); i++) {
            tags = tags.and(meter.labels().get(i), values.get(i));
        }
        return tags;
    }
}
