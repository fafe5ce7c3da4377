// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import io.howdah.benchmarks.harness.Latencies;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * One of the processes that want the same name. They share a file in memory, where each writes the time at which it is
 * about to release: the monotonic clock of a machine is the same for all its processes.
 */
final class HotKeyProcess {
    private static final String NAME = "hot";
    private static final int CLOCK_BYTES = 8;
    private static final int MOST_LATENCIES = 100_000;
    private static final long WARM_UP_NANOS = Duration.ofSeconds(1).toNanos();

    private HotKeyProcess() {}

    static Child start(Peer peer, Peer.Address address, Path clock, int threads) throws IOException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        HotKeyProcess.class.getName(),
                        peer.name(),
                        address.url(),
                        address.user(),
                        address.password(),
                        Integer.toString(address.redisPort()),
                        clock.toString(),
                        Integer.toString(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new Child(
                process, process.inputReader(StandardCharsets.UTF_8), process.outputWriter(StandardCharsets.UTF_8));
    }

    /** The process, seen by whoever started it. */
    record Child(Process process, BufferedReader lines, BufferedWriter orders, Latencies.Recorder latencies) {
        Child(Process process, BufferedReader lines, BufferedWriter orders) {
            this(process, lines, orders, new Latencies.Recorder());
        }

        void awaitReady() throws IOException {
            if (!"ready".equals(lines.readLine())) {
                close();
                throw new IOException("a process for the hot key did not become ready");
            }
        }

        void go(Duration duration) throws IOException {
            orders.write(duration.toNanos() + "\n");
            orders.flush();
        }

        long awaitTurns() throws IOException {
            var turns = lines.readLine();
            var nanos = lines.readLine();
            if (turns == null || nanos == null) {
                throw new IOException("a process for the hot key ended early");
            }
            for (var one : nanos.split(" ", -1)) {
                if (!one.isEmpty()) {
                    latencies.add(Long.parseLong(one));
                }
            }
            return Long.parseLong(turns);
        }

        void close() {
            process.destroyForcibly();
        }
    }

    public static void main(String[] arguments) throws Exception {
        var address = new Peer.Address(arguments[1], arguments[2], arguments[3], Integer.parseInt(arguments[4]));
        try (var channel = FileChannel.open(Path.of(arguments[5]), StandardOpenOption.READ, StandardOpenOption.WRITE);
                var locker = Peer.valueOf(arguments[0]).open(address)) {
            var clock = channel.map(FileChannel.MapMode.READ_WRITE, 0, CLOCK_BYTES);
            var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            var threads = new ArrayList<Locker.Turns>();
            for (int i = 0; i < Integer.parseInt(arguments[6]); i++) {
                threads.add(locker.turns());
            }
            work(threads, clock, WARM_UP_NANOS);
            System.out.println("ready");
            tell(work(threads, clock, Long.parseLong(orders.readLine())));
            orders.readLine();
        }
        System.exit(0);
    }

    /** The latencies of all turns. */
    private static List<Long> work(List<Locker.Turns> threads, ByteBuffer clock, long nanos) throws Exception {
        var stop = new AtomicBoolean();
        var deadline = System.nanoTime() + nanos;
        var latencies = new ArrayList<Long>();
        try (var pool = Executors.newFixedThreadPool(threads.size())) {
            var tasks = new ArrayList<Callable<List<Long>>>();
            threads.forEach(turns -> tasks.add(() -> turns(turns, clock, deadline, stop)));
            for (var future : pool.invokeAll(tasks)) {
                latencies.addAll(future.get());
            }
        }
        return latencies;
    }

    private static void tell(List<Long> latencies) {
        System.out.println(latencies.size());
        System.out.println(
                latencies.stream().limit(MOST_LATENCIES).map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static List<Long> turns(Locker.Turns turns, ByteBuffer clock, long deadline, AtomicBoolean stop)
            throws Exception {
        var latencies = new ArrayList<Long>();
        try {
            while (!stop.get() && System.nanoTime() < deadline) {
                turns.contended(NAME, () -> {
                    var released = clock.getLong(0);
                    latencies.add(released == 0 ? 0 : System.nanoTime() - released);
                    clock.putLong(0, System.nanoTime());
                });
            }
        } finally {
            stop.set(true);
        }
        return latencies;
    }
}
