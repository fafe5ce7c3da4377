// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.embedded.EmbeddedException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A database and replicas on this machine: started in order, started again when one ends, stopped in order. */
final class Development {
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
    private static final Duration PREDECESSORS_END_WITHIN = Duration.ofSeconds(12);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration STEADY_AFTER = Duration.ofSeconds(30);
    private static final int DATABASE_TRIES = 5;

    private sealed interface Event {
        record Stop() implements Event {}

        record ReplicaEnded(ReplicaProcess replica) implements Event {}

        record ReplicaDue(int port) implements Event {}

        record DatabaseEnded() implements Event {}
    }

    private final DevDirectory directory;
    private final List<Integer> ports;
    private final int databasePort;
    private final Console console;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Map<Integer, ReplicaProcess> replicas = new HashMap<>();
    private final Map<Integer, Duration> pauses = new HashMap<>();
    private String sample = "off";

    Development(DevDirectory directory, List<Integer> ports, int databasePort, Console console) {
        this.directory = directory;
        this.ports = ports;
        this.databasePort = databasePort;
        this.console = console;
    }

    /** Has the replicas play the sample, whose webhooks go to the receiver. */
    Development withSample(String receiver) {
        sample = receiver;
        return this;
    }

    /** Runs until the stop is asked for. */
    void run(StopSignal stop) throws IOException, InterruptedException {
        post(stop.requested(), new Event.Stop());
        var killed = directory.wasKilled();
        console.line(console.faint(
                killed ? "the last run was killed; taking over what it left …" : "starting PostgreSQL and replicas …"));
        LoopbackPorts.requireFree(ports, killed ? PREDECESSORS_END_WITHIN : Duration.ZERO);
        try (var database = DevDatabase.start(directory, databasePort)) {
            watch(database);
            directory.markRunning();
            try {
                startReplicas(database, stop);
                supervise(database);
            } finally {
                stopReplicas();
                directory.unmarkRunning();
            }
        } catch (EmbeddedException | CommandException e) {
            // A Ctrl-C while PostgreSQL starts reaches the programs that start it, too.
            if (!stop.requested().isDone()) {
                throw e;
            }
        }
        console.line("stopped");
    }

    private void startReplicas(DevDatabase database, StopSignal stop) throws IOException, InterruptedException {
        for (var port : ports) {
            Files.deleteIfExists(directory.log(port));
            startReplica(port, database);
        }
        var started = ports.stream().map(replicas::get).toList();
        var deadline = System.nanoTime() + READY_WITHIN.toNanos();
        for (var replica : started) {
            if (!replica.awaitReady(deadline, () -> stop.requested().isDone())) {
                throw new CommandException(
                        "The replica on port " + replica.port() + " did not get ready. It said:\n" + replica.logTail());
            }
        }
        Banner.show(console, directory, database, started, DevAccess.in(directory, database, started.getFirst()));
    }

    private void supervise(DevDatabase database) throws IOException, InterruptedException {
        while (true) {
            switch (events.take()) {
                case Event.Stop asked -> {
                    console.line("\nstopping …");
                    return;
                }
                case Event.ReplicaEnded ended -> plan(ended.replica());
                case Event.ReplicaDue due -> announceWhenReady(startReplica(due.port(), database));
                case Event.DatabaseEnded ended -> restart(database);
            }
        }
    }

    private ReplicaProcess startReplica(int port, DevDatabase database) throws IOException {
        var replica = ReplicaProcess.start(port, database.address(), sample, directory.log(port));
        replicas.put(port, replica);
        post(replica.onExit(), new Event.ReplicaEnded(replica));
        return replica;
    }

    /** A replica that keeps ending is started again ever more slowly; one that ran for a while, at once. */
    private void plan(ReplicaProcess ended) {
        var last = pauses.getOrDefault(ended.port(), FIRST_PAUSE);
        var pause = ended.age().compareTo(STEADY_AFTER) > 0 ? FIRST_PAUSE : last;
        var next = pause.multipliedBy(2);
        pauses.put(ended.port(), next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next);
        console.line(console.warning("replica " + ended.port() + " ended (" + ended.ending()
                + "); starting it again in " + pause.toMillis() / 1000.0 + " s"));
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> events.add(new Event.ReplicaDue(ended.port())));
    }

    private void announceWhenReady(ReplicaProcess replica) {
        Thread.ofVirtual().start(() -> {
            try {
                if (replica.awaitReady(System.nanoTime() + READY_WITHIN.toNanos(), () -> false)) {
                    console.line("replica " + replica.port() + " is back, pid " + replica.pid());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void restart(DevDatabase database) throws InterruptedException {
        console.line(console.warning("PostgreSQL ended; starting it again, it recovers what was acknowledged"));
        var pause = FIRST_PAUSE;
        for (var tried = 1; ; tried++) {
            try {
                database.postgres().restart();
                break;
            } catch (EmbeddedException e) {
                if (tried == DATABASE_TRIES) {
                    throw e;
                }
                console.line(console.warning("PostgreSQL does not start yet: " + e.getMessage()));
                Thread.sleep(pause);
                pause = pause.multipliedBy(2);
            }
        }
        watch(database);
        console.line("PostgreSQL is back, pid " + database.postgres().pid());
    }

    private void watch(DevDatabase database) {
        post(database.postgres().onExit(), new Event.DatabaseEnded());
    }

    private void post(CompletableFuture<?> when, Event event) {
        var unused = when.thenRun(() -> events.add(event));
    }

    private void stopReplicas() throws InterruptedException {
        var all = new ArrayList<>(replicas.values());
        all.forEach(ReplicaProcess::terminate);
        var deadline = System.nanoTime() + STOP_WITHIN.toNanos();
        for (var replica : all) {
            replica.awaitStop(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
    }
}
