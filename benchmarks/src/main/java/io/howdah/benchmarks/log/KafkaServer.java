// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A broker of the trial's own, in a process of its own, in a directory that is deleted when it ends. */
final class KafkaServer implements AutoCloseable {
    static final String TOPIC = "events";
    static final int PARTITIONS = 16;
    private static final Duration START = Duration.ofSeconds(60);

    /** When a record counts as written. */
    enum Flush {
        /** Kafka's own way: when the operating system has it; a broker that loses power relies on its replicas. */
        BY_THE_SYSTEM,
        /** As PostgreSQL does it: when it is on the disk. */
        EVERY_WRITE
    }

    private final Process process;
    private final Path directory;
    private final int port;

    private KafkaServer(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
    }

    static KafkaServer start(Flush flush) throws IOException, InterruptedException, ExecutionException {
        var directory = Files.createTempDirectory("howdah-bench-kafka-");
        var ports = freePorts();
        var log = directory.resolve("log.txt");
        var process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KafkaBroker.class.getName(),
                        directory.resolve("data").toString(),
                        Integer.toString(ports.get(0)),
                        Integer.toString(ports.get(1)),
                        flush == Flush.EVERY_WRITE ? "1" : Long.toString(Long.MAX_VALUE)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var server = new KafkaServer(process, directory, ports.get(0));
        server.awaitReady(log);
        try (var admin = Admin.create(Map.of("bootstrap.servers", server.address()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
        return server;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    private void awaitReady(Path log) throws IOException, InterruptedException {
        var deadline = System.nanoTime() + START.toNanos();
        while (!Files.readString(log).contains(KafkaBroker.READY)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                var text = Files.readString(log);
                close();
                throw new IOException("Kafka did not start: " + text);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** Two at a time, so that they differ. */
    private static List<Integer> freePorts() throws IOException {
        try (var first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new ArrayList<>(List.of(first.getLocalPort(), second.getLocalPort()));
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
