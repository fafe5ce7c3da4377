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
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The same against one broker: every record is acknowledged ({@code acks=all}) before its sender goes on. */
final class KafkaLog implements Trial {
    private static final int KEYS = 10_000;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final KafkaServer server;
    private final String topic;
    private final Producer<byte[], byte[]> producer;
    private Measured measured = () -> {
        throw new IllegalStateException("nothing to measure");
    };

    @FunctionalInterface
    private interface Measured {
        Outcome run() throws Exception;
    }

    private KafkaLog(KafkaServer server, String topic, Producer<byte[], byte[]> producer) {
        this.server = server;
        this.topic = topic;
        this.producer = producer;
    }

    private static KafkaLog open(KafkaServer.Flush flush, Map<String, Object> settings)
            throws IOException, InterruptedException, ExecutionException {
        var server = KafkaServer.running();
        var all = new HashMap<>(settings);
        all.put("bootstrap.servers", server.address());
        all.put("acks", "all");
        all.put("key.serializer", ByteArraySerializer.class);
        all.put("value.serializer", ByteArraySerializer.class);
        var log = new KafkaLog(server, server.newTopic(flush), new KafkaProducer<>(all));
        // A topic that was just made is not ready in every partition: the first record of each is sent by itself.
        for (int partition = 0; partition < KafkaServer.PARTITIONS; partition++) {
            log.producer
                    .send(new ProducerRecord<>(log.topic, partition, null, Rated.stamped()))
                    .get();
        }
        return log;
    }

    /** All threads share a producer, as they should, which puts what they send at the same time together. */
    static Trial appends(Stage stage, int threads, KafkaServer.Flush flush) throws Exception {
        var log = open(flush, Map.of());
        var payload = Payload.kilobyte();
        var load = Load.of(stage, threads, () -> () -> {
            log.send(Integer.toString(ThreadLocalRandom.current().nextInt(KEYS)), payload);
            return 1;
        });
        log.measured = load::run;
        return log;
    }

    /** One consumer, whose place is committed after every poll. */
    static Trial backlog(int events, int bytes) throws Exception {
        var log = open(KafkaServer.Flush.BY_THE_SYSTEM, Map.of("linger.ms", "20", "batch.size", "200000"));
        var payload = new byte[bytes];
        var failure = new AtomicReference<Exception>();
        for (int i = 0; i < events; i++) {
            var unused = log.producer.send(log.record(Integer.toString(i / 500), payload), (place, failed) -> {
                if (failed != null) {
                    failure.set(failed);
                }
            });
        }
        log.producer.flush();
        if (failure.get() != null) {
            throw failure.get();
        }
        log.measured = () -> log.consume(events);
        return log;
    }

    private Outcome consume(int events) {
        long began = System.nanoTime();
        long handled = 0;
        try (var consumer = consumer()) {
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
        var log = open(KafkaServer.Flush.BY_THE_SYSTEM, Map.of("linger.ms", "0"));
        var rated = new Rated(perSecond, stage.duration());
        var reading = Thread.ofPlatform().name("kafka-reader").start(() -> log.read(rated));
        rated.awaitFirst(KafkaServer.PARTITIONS);
        log.measured = () -> {
            var outcome = rated.run((sent, bytes) -> log.send(Long.toString(sent), bytes));
            reading.join();
            return outcome;
        };
        return log;
    }

    private void read(Rated rated) {
        try (var consumer = consumer()) {
            while (!rated.isOver()) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    rated.received(ByteBuffer.wrap(record.value()).getLong());
                }
                consumer.commitAsync();
            }
        }
    }

    private void send(String key, byte[] payload) throws InterruptedException, ExecutionException {
        producer.send(record(key, payload)).get();
    }

    private ProducerRecord<byte[], byte[]> record(String key, byte[] payload) {
        return new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), payload);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        var consumer = new KafkaConsumer<byte[], byte[]>(Map.of(
                "bootstrap.servers",
                server.address(),
                "group.id",
                "reader-of-" + topic,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                "false",
                "max.poll.records",
                "2000",
                "key.deserializer",
                ByteArrayDeserializer.class,
                "value.deserializer",
                ByteArrayDeserializer.class));
        consumer.assign(IntStream.range(0, KafkaServer.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList());
        return consumer;
    }

    @Override
    public Outcome run() throws Exception {
        return measured.run();
    }

    @Override
    public void close() throws IOException {
        producer.close(Duration.ofSeconds(5));
        server.delete(topic);
    }
}
