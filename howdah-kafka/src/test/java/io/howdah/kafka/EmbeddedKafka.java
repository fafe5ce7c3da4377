// SPDX-License-Identifier: Apache-2.0
package io.howdah.kafka;

import io.howdah.log.Topic;
import io.howdah.test.Await;
import io.howdah.test.TcpProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** A broker in this process, started once for all tests, and a proxy in front of it that can be cut. */
final class EmbeddedKafka {
    private static final EmbeddedKafka RUNNING = start();
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final int port;
    private final TcpProxy proxy;

    private EmbeddedKafka(int port, TcpProxy proxy) {
        this.port = port;
        this.proxy = proxy;
    }

    static EmbeddedKafka running() {
        return RUNNING;
    }

    private static EmbeddedKafka start() {
        try {
            var folder = Files.createTempDirectory("howdah-kafka");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "delete-kafka"));
            int direct = freePort();
            int proxied = freePort();
            var proxy = TcpProxy.to("127.0.0.1", proxied);
            new Formatter()
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(1)
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(folder.toString())
                    .addDirectory(folder.toString())
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .run();
            var config = KafkaConfig.fromProps(settings(folder, direct, proxied, proxy.port()));
            new KafkaRaftServer(config, Time.SYSTEM).startup();
            return new EmbeddedKafka(direct, proxy);
        } catch (Exception failure) {
            throw new IllegalStateException("Kafka did not start", failure);
        }
    }

    private static Properties settings(Path folder, int direct, int proxied, int advertised) throws IOException {
        int controller = freePort();
        var settings = new Properties();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + controller,
                "controller.listener.names", "CONTROLLER",
                "inter.broker.listener.name", "DIRECT",
                "listeners",
                        "DIRECT://127.0.0.1:" + direct + ",PROXIED://127.0.0.1:" + proxied + ",CONTROLLER://127.0.0.1:"
                                + controller,
                "advertised.listeners", "DIRECT://127.0.0.1:" + direct + ",PROXIED://127.0.0.1:" + advertised,
                "listener.security.protocol.map", "DIRECT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs", folder.toString(),
                "auto.create.topics.enable", "false"));
        settings.putAll(Map.of(
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "transaction.state.log.num.partitions", "2",
                "group.initial.rebalance.delay.ms", "0",
                "num.network.threads", "2",
                "num.io.threads", "2"));
        return settings;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String servers() {
        return "127.0.0.1:" + port;
    }

    TcpProxy proxy() {
        return proxy;
    }

    /** A new topic with as many partitions. */
    KafkaTopic topicFor(Topic topic) {
        return topic(topic.partitions());
    }

    KafkaTopic topic(int partitions) {
        var name = "t" + TOPICS.incrementAndGet();
        create(name, partitions);
        return KafkaTopic.of(servers(), name);
    }

    void create(String name, int partitions) {
        try (var admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException | InterruptedException failure) {
            throw new AssertionError("topic " + name + " was not made", failure);
        }
    }

    void recreate(KafkaTopic topic, int partitions) throws ExecutionException, InterruptedException {
        try (var admin = admin()) {
            admin.deleteTopics(List.of(topic.name())).all().get();
        }
        Await.until("the topic can be made again", () -> {
            create(topic.name(), partitions);
            return true;
        });
    }

    /** The same topic, by way of the proxy; what is away is noticed soon. */
    KafkaTopic proxied(KafkaTopic topic) {
        return KafkaTopic.of("127.0.0.1:" + proxy.port(), topic.name())
                .setting("max.block.ms", "1000")
                .setting("request.timeout.ms", "500")
                .setting("delivery.timeout.ms", "1000")
                .setting("reconnect.backoff.max.ms", "100");
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", servers()));
    }

    /** All records of a partition that are committed. */
    List<ConsumerRecord<byte[], byte[]>> committed(KafkaTopic topic, int partition) {
        var place = new TopicPartition(topic.name(), partition);
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer = new KafkaConsumer<byte[], byte[]>(
                topic.setting("bootstrap.servers", servers()).consumer(Duration.ofMillis(5)))) {
            consumer.assign(List.of(place));
            consumer.seekToBeginning(List.of(place));
            long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
            while (consumer.position(place) < end) {
                records.addAll(consumer.poll(Duration.ofMillis(100)).records(place));
            }
        }
        return records;
    }

    /** The offsets of the log that are committed in a partition. */
    List<Long> offsets(KafkaTopic topic, int partition) {
        return committed(topic, partition).stream().map(RecordFormat::offsetOf).toList();
    }

    private static void delete(Path folder) {
        // A broker whose files are gone would end this process, and with a failure.
        Exit.setHaltProcedure((status, message) -> {});
        Exit.setExitProcedure((status, message) -> {});
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
