// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.raw.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The same against one broker: every record is acknowledged ({@code acks=all}) before its sender goes on. */
final class KafkaLog {
    private static final int KEYS = 10_000;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private KafkaLog() {}

    /** All threads share a producer, as they should, which puts what they send at the same time together. */
    static Trial appends(Stage stage, int threads, KafkaServer.Flush flush) throws Exception {
        var server = KafkaServer.start(flush);
        var producer = producer(server, Map.of());
        var payload = Payload.kilobyte();
        var load = Load.of(stage, threads, () -> () -> {
            producer.send(record(Integer.toString(ThreadLocalRandom.current().nextInt(KEYS)), payload))
                    .get();
            return 1;
        });
        return closing(load::run, producer, server);
    }

    /** One consumer, whose place is committed after every poll. */
    static Trial backlog(int events, int bytes) throws Exception {
        var server = KafkaServer.start(KafkaServer.Flush.BY_THE_SYSTEM);
        var producer = producer(server, Map.of("linger.ms", "20", "batch.size", "200000"));
        var payload = new byte[bytes];
        var failure = new AtomicReference<Exception>();
        for (int i = 0; i < events; i++) {
            var unused = producer.send(record(Integer.toString(i / 500), payload), (place, failed) -> {
                if (failed != null) {
                    failure.set(failed);
                }
            });
        }
        producer.flush();
        if (failure.get() != null) {
            throw failure.get();
        }
        return closing(() -> consume(server, events), producer, server);
    }

    private static Outcome consume(KafkaServer server, int events) {
        long began = System.nanoTime();
        long handled = 0;
        try (var consumer = consumer(server)) {
            while (handled < events) {
                handled += consumer.poll(Duration.ofSeconds(1)).count();
                consumer.commitSync();
                if (System.nanoTime() - began > LIMIT.toNanos()) {
                    throw new IllegalStateException(handled + " of " + events + " events were read within " + LIMIT);
                }
            }
        }
        return new Outcome(handled, Duration.ofNanos(System.nanoTime() - began), Latencies.none());
    }

    static Trial endToEnd(int perSecond, Stage stage) throws Exception {
        var server = KafkaServer.start(KafkaServer.Flush.BY_THE_SYSTEM);
        var producer = producer(server, Map.of("linger.ms", "0"));
        var trial = new Rated(perSecond, stage.duration());
        var consumer = consumer(server);
        var reading = Thread.ofPlatform().name("kafka-reader").start(() -> {
            try (consumer) {
                while (!trial.isOver()) {
                    for (var record : consumer.poll(Duration.ofMillis(100))) {
                        trial.received(ByteBuffer.wrap(record.value()).getLong());
                    }
                    consumer.commitAsync();
                }
            }
        });
        // The first assignment is not measured.
        trial.awaitFirst(KafkaServer.PARTITIONS);
        return closing(
                () -> {
                    var outcome = trial.run((sent, bytes) ->
                            producer.send(record(Long.toString(sent), bytes)).get());
                    reading.join();
                    return outcome;
                },
                producer,
                server);
    }

    private static ProducerRecord<byte[], byte[]> record(String key, byte[] payload) {
        return new ProducerRecord<>(KafkaServer.TOPIC, key.getBytes(StandardCharsets.UTF_8), payload);
    }

    /** A topic that was just made is not ready in every partition: the first record is sent by itself. */
    private static Producer<byte[], byte[]> producer(KafkaServer server, Map<String, Object> settings)
            throws InterruptedException, ExecutionException {
        var all = new HashMap<>(settings);
        all.put("bootstrap.servers", server.address());
        all.put("acks", "all");
        all.put("key.serializer", ByteArraySerializer.class);
        all.put("value.serializer", ByteArraySerializer.class);
        var producer = new KafkaProducer<byte[], byte[]>(all);
        for (int partition = 0; partition < KafkaServer.PARTITIONS; partition++) {
            producer.send(new ProducerRecord<>(KafkaServer.TOPIC, partition, null, Rated.stamped()))
                    .get();
        }
        return producer;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaServer server) {
        var consumer = new KafkaConsumer<byte[], byte[]>(Map.of(
                "bootstrap.servers", server.address(),
                "group.id", "reader",
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "max.poll.records", "2000",
                "key.deserializer", ByteArrayDeserializer.class,
                "value.deserializer", ByteArrayDeserializer.class));
        consumer.subscribe(List.of(KafkaServer.TOPIC));
        return consumer;
    }

    @FunctionalInterface
    private interface Measured {
        Outcome run() throws Exception;
    }

    private static Trial closing(Measured measured, Producer<byte[], byte[]> producer, KafkaServer server) {
        return new Trial() {
            @Override
            public Outcome run() throws Exception {
                return measured.run();
            }

            @Override
            public void close() throws IOException, SQLException {
                producer.close(Duration.ofSeconds(5));
                server.close();
            }
        };
    }
}
