// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A topic of a Kafka cluster, and how to reach it. What the guarantees rest on (acknowledgements, transactions,
 * isolation) is not for settings to change; everything else is. Immutable.
 */
public final class KafkaTopic {
    private static final String TRANSACTIONAL_ID = "transactional.id";

    /** An event of the log, however large, is for the broker to refuse. */
    private static final int MOST_BYTES = 4 << 20;

    private final String name;
    private final Map<String, String> settings;

    private KafkaTopic(String name, Map<String, String> settings) {
        this.name = name;
        this.settings = settings;
    }

    /**
     * A topic, by its name.
     *
     * @param servers where the cluster is: host and port, several with commas
     */
    public static KafkaTopic of(String servers, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a topic of Kafka has a name");
        }
        return new KafkaTopic(name, Map.of("bootstrap.servers", servers));
    }

    /** A setting of Kafka's clients, such as {@code security.protocol}. */
    public KafkaTopic setting(String setting, String value) {
        var changed = new HashMap<>(settings);
        changed.put(setting, value);
        return new KafkaTopic(name, Map.copyOf(changed));
    }

    public String name() {
        return name;
    }

    /** How long to wait for an answer before Kafka counts as away. */
    Duration patience() {
        return Duration.ofMillis(Long.parseLong(settings.getOrDefault("max.block.ms", "15000")));
    }

    Map<String, Object> producer(int partition) {
        var all = new HashMap<String, Object>();
        all.put("request.timeout.ms", "10000");
        all.put("delivery.timeout.ms", "30000");
        all.put("max.block.ms", Long.toString(patience().toMillis()));
        all.put("max.request.size", Integer.toString(MOST_BYTES));
        all.putAll(settings);
        all.put("acks", "all");
        all.put("enable.idempotence", "true");
        // Of the Kafka partition alone: whoever writes there for the log fences off whoever did before.
        all.put(TRANSACTIONAL_ID, "howdah-relay-" + name + "-" + partition);
        all.put("key.serializer", ByteArraySerializer.class);
        all.put("value.serializer", ByteArraySerializer.class);
        return all;
    }

    /**
     * The settings of a consumer.
     *
     * @param wait how long the broker may hold an answer back when there is nothing to read
     */
    Map<String, Object> consumer(Duration wait) {
        var all = new HashMap<String, Object>(settings);
        all.remove("group.id");
        all.put("fetch.max.wait.ms", Long.toString(wait.toMillis()));
        all.put("isolation.level", "read_committed");
        all.put("enable.auto.commit", "false");
        all.put("allow.auto.create.topics", "false");
        // What was removed meanwhile shows as a gap, which the reader reports.
        all.put("auto.offset.reset", "earliest");
        all.put("key.deserializer", ByteArrayDeserializer.class);
        all.put("value.deserializer", ByteArrayDeserializer.class);
        return all;
    }

    Map<String, Object> admin() {
        var all = new HashMap<String, Object>(settings);
        all.put("default.api.timeout.ms", Long.toString(patience().toMillis()));
        all.put("request.timeout.ms", Long.toString(Math.min(10_000, patience().toMillis())));
        return all;
    }

    @Override
    public String toString() {
        return name + " at " + settings.get("bootstrap.servers");
    }
}
