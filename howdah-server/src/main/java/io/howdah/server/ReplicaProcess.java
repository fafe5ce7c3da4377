// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A replica as a process of its own, started by this one. */
final class ReplicaProcess {
    private static final int TAIL_LINES = 15;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(50);

    private final int port;
    private final Process process;
    private final Path log;
    private final long startedNanos = System.nanoTime();

    private ReplicaProcess(int port, Process process, Path log) {
        this.port = port;
        this.process = process;
        this.log = log;
    }

    /** @param sample where the webhooks of the sample go, or {@code off} */
    static ReplicaProcess start(int port, DatabaseAddress database, String sample, Path log) throws IOException {
        var builder = new ProcessBuilder(command(port, sample)).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        var environment = builder.environment();
        // What a replica of a real installation goes by has no say here, where everything stays on this machine.
        environment.keySet().removeIf(name -> name.startsWith("HOWDAH_DATABASE_"));
        environment
                .keySet()
                .removeAll(Set.of(
                        Settings.FILE,
                        ListenSettings.LISTEN,
                        ListenSettings.BEHIND_PROXY,
                        ServeCommand.NAME,
                        ServeCommand.SCHEMA));
        environment.put(DatabaseAddress.URL, database.jdbcUrl());
        // Whoever develops receives on his own machine.
        environment.putIfAbsent(DeliverySettings.NETWORKS, "127.0.0.0/8");
        database.user().ifPresent(user -> environment.put(DatabaseAddress.USER, user));
        database.password().ifPresent(password -> environment.put(DatabaseAddress.PASSWORD, password));
        return new ReplicaProcess(port, builder.start(), log);
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    CompletableFuture<?> onExit() {
        return process.onExit();
    }

    /** How it ended, in words. */
    String ending() {
        var code = process.exitValue();
        return code > 128 ? "killed by signal " + (code - 128) : "exit code " + code;
    }

    /** Waits until it is ready; false when it has ended instead, the time is over, or nobody waits any more. */
    boolean awaitReady(long deadlineNanos, BooleanSupplier givenUp) throws InterruptedException {
        while (process.isAlive() && System.nanoTime() < deadlineNanos && !givenUp.getAsBoolean()) {
            if (isReady()) {
                return true;
            }
            Thread.sleep(POLL);
        }
        return false;
    }

    /** Asks it to stop; {@link #awaitStop} waits for it. */
    void terminate() {
        // Not by the process itself, which would also close its standard input and so look like the launcher's end.
        process.toHandle().destroy();
    }

    void awaitStop(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    String logTail() throws IOException {
        var lines = Files.readAllLines(log);
        var tail = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return String.join("\n", tail.stream().map(line -> "  " + line).toList());
    }

    private boolean isReady() {
        try {
            var connection = (HttpURLConnection)
                    URI.create(address() + "/health/ready").toURL().openConnection();
            connection.setConnectTimeout((int) ANSWER_WITHIN.toMillis());
            connection.setReadTimeout((int) ANSWER_WITHIN.toMillis());
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static List<String> command(int port, String sample) {
        // Ctrl-C reaches every process of the terminal's foreground group; only the launcher is to heed it.
        var command = new ArrayList<>(List.of("sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("serve", "--with-parent", "--port", Integer.toString(port), "--sample", sample));
        command.addAll(List.of("--name", "replica-" + port));
        return command;
    }
}
