// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/**
 * A broker in a process of its own, which stays for the whole run, so that it is warm; each trial has a topic of its
 * own. Its directory is deleted when this process ends.
 */
final class KafkaServer {
    static final int PARTITIONS = 16;
    private static final Duration START = Duration.ofSeconds(60);
    private static final AtomicInteger TOPICS = new AtomicInteger();
    private static @Nullable KafkaServer running;

    /** When a record counts as written. */
    enum Flush {
        /** Kafka's own way: when the operating system has it; a broker that loses power relies on its replicas. */
        BY_THE_SYSTEM(Long.MAX_VALUE),
        /** As PostgreSQL does it: when it is on the disk. */
        EVERY_WRITE(1);

        private final long messages;

        Flush(long messages) {
            this.messages = messages;
        }
    }

    private final Process process;
    private final Path directory;
    private final int port;

    private KafkaServer(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
    }

    static synchronized KafkaServer running() throws IOException, InterruptedException {
        if (running == null) {
            running = start();
        }
        return running;
    }

    private static KafkaServer start() throws IOException, InterruptedException {
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
                        Integer.toString(ports.get(1))))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var server = new KafkaServer(process, directory, ports.get(0));
        Runtime.getRuntime().addShutdownHook(new Thread(server::end, "end-kafka"));
        server.awaitReady(log);
        return server;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /** A topic that nobody else uses. */
    String newTopic(Flush flush) throws InterruptedException, ExecutionException {
        var name = "events-" + TOPICS.incrementAndGet();
        var topic = new NewTopic(name, PARTITIONS, (short) 1)
                .configs(Map.of("flush.messages", Long.toString(flush.messages)));
        try (var admin = admin()) {
            admin.createTopics(List.of(topic)).all().get();
        }
        return name;
    }

    void delete(String topic) throws IOException {
        try (var admin = admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        } catch (ExecutionException failure) {
            throw new IOException("topic " + topic + " could not be deleted", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", address()));
    }

    private void awaitReady(Path log) throws IOException, InterruptedException {
        var deadline = System.nanoTime() + START.toNanos();
        while (!Files.readString(log).contains(KafkaBroker.READY)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("Kafka did not start: " + Files.readString(log));
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

    private void end() {
        process.destroyForcibly();
        try (var files = Files.walk(directory)) {
            process.waitFor();
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
