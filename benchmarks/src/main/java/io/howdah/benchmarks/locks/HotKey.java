// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One name that all threads of two processes want; the latency is from a release to the next grant, wherever that is.
 */
record HotKey(Peer peer, int threadsPerProcess) implements Contender {
    private static final int PROCESSES = 2;

    @Override
    public String name() {
        return peer.label();
    }

    @Override
    public Optional<String> unavailable() {
        return peer.unavailable();
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var database = stage.database();
        peer.prepare(database);
        var redis = peer == Peer.REDISSON ? Redis.start() : null;
        var address = new Peer.Address(
                database.url(), database.user(), database.password(), redis == null ? 0 : redis.port());
        var clock = Files.createTempFile("howdah-bench-", ".clock");
        var processes = new ArrayList<HotKeyProcess.Child>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(HotKeyProcess.start(peer, address, clock, threadsPerProcess));
        }
        for (var process : processes) {
            process.awaitReady();
        }
        return new Measured(stage.duration(), processes, clock, redis);
    }

    private record Measured(
            Duration duration,
            List<HotKeyProcess.Child> processes,
            Path clock,
            @Nullable Redis redis) implements Trial {
        @Override
        public Outcome run() throws Exception {
            var began = System.nanoTime();
            for (var process : processes) {
                process.go(duration);
            }
            long turns = 0;
            var latencies = new ArrayList<Latencies.Recorder>();
            for (var process : processes) {
                turns += process.awaitTurns();
                latencies.add(process.latencies());
            }
            return new Outcome(turns, Duration.ofNanos(System.nanoTime() - began), Latencies.of(latencies));
        }

        @Override
        public void close() throws IOException {
            for (var process : processes) {
                process.close();
            }
            Files.deleteIfExists(clock);
            if (redis != null) {
                redis.close();
            }
        }
    }
}
