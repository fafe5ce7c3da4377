// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server process of one data directory, started and stopped through pg_ctl: in a session of its own. */
record Postmaster(Binaries binaries, Path data, Path logFile) {

    private static final Logger log = LoggerFactory.getLogger(Postmaster.class);
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration FAST_STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration IMMEDIATE_STOP_LIMIT = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final long LOG_BYTES_MAX = 10_000_000;

    // Larger than any pid of Linux or macOS.
    private static final int NOBODYS_PID = Integer.MAX_VALUE - 1;

    /** What came of starting: the pid, or what the server logged before it gave up. */
    record Attempt(OptionalLong pid, String logged) {}

    Attempt start(Map<String, String> settings) throws IOException {
        var logged = rotatedLogSize();
        var command = Command.runUnprivileged(
                START_LIMIT.plus(GRACE),
                List.of(
                        binaries.program("pg_ctl"),
                        "start",
                        "--wait",
                        "--timeout=" + START_LIMIT.toSeconds(),
                        "--pgdata=" + data,
                        "--log=" + logFile,
                        "--options=" + options(settings)));
        if (command.succeeded()) {
            return new Attempt(recordedPid(), "");
        }
        // One that has not given up yet but did not get ready in time must not go on unseen.
        stop();
        return new Attempt(OptionalLong.empty(), command.output() + loggedSince(logged));
    }

    /** Ends the server: its sessions are broken off, its data are flushed. Harder when it does not obey. */
    void stop() throws IOException {
        var pid = runningPid();
        if (pid.isEmpty()) {
            return;
        }
        if (!stopped("fast", FAST_STOP_LIMIT) && !stopped("immediate", IMMEDIATE_STOP_LIMIT)) {
            log.warn("PostgreSQL {} in {} does not stop; killing it", pid.getAsLong(), data);
            Processes.kill(pid.getAsLong());
        }
    }

    /** Stops a server whose starter was killed, and sees to it that a stale pid file stops nobody from starting. */
    void clearOrphan() throws IOException {
        var running = runningPid();
        if (running.isPresent()) {
            log.warn("stopping PostgreSQL {} in {}, left over by a killed process", running.getAsLong(), data);
            stop();
        }
        var recorded = recordedPid();
        if (recorded.isPresent() && Processes.exists(recorded.getAsLong())) {
            retire(pidFile());
        }
    }

    OptionalLong runningPid() throws IOException {
        var pid = recordedPid();
        return pid.isPresent() && isOurs(pid.getAsLong()) ? pid : OptionalLong.empty();
    }

    /** Whether the process is a server of this data directory, and not a stranger that got the pid later. */
    boolean isOurs(long pid) {
        return Processes.isAlive(pid) && Processes.commandLine(pid).contains(data.toString());
    }

    private boolean stopped(String mode, Duration limit) {
        return Command.runUnprivileged(
                        limit.plus(GRACE),
                        List.of(
                                binaries.program("pg_ctl"),
                                "stop",
                                "--wait",
                                "--timeout=" + limit.toSeconds(),
                                "--mode=" + mode,
                                "--pgdata=" + data))
                .succeeded();
    }

    private OptionalLong recordedPid() throws IOException {
        var file = pidFile();
        if (!Files.exists(file)) {
            return OptionalLong.empty();
        }
        return Files.readString(file)
                .lines()
                .findFirst()
                .filter(line -> line.matches("\\d{1,18}"))
                .map(line -> OptionalLong.of(Long.parseLong(line)))
                .orElse(OptionalLong.empty());
    }

    /**
     * Names in the pid file a process that cannot exist, because the one it names is a stranger by now (or a zombie)
     * and PostgreSQL would take it for a living server. The rest of the file stays: by it PostgreSQL notices sessions
     * of the dead server that still use the shared memory.
     */
    private static void retire(Path pidFile) throws IOException {
        var lines = Files.readString(pidFile).split("\n", 2);
        var rest = lines.length == 2 ? lines[1] : "";
        var beside = pidFile.resolveSibling("postmaster.pid.new");
        Files.writeString(beside, NOBODYS_PID + "\n" + rest);
        Files.move(beside, pidFile, StandardCopyOption.ATOMIC_MOVE);
    }

    private Path pidFile() {
        return data.resolve("postmaster.pid");
    }

    private static String options(Map<String, String> settings) {
        // pg_ctl hands these to a shell.
        return settings.entrySet().stream()
                .map(entry -> "-c " + entry.getKey() + "='" + entry.getValue().replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    private long rotatedLogSize() throws IOException {
        if (Files.notExists(logFile)) {
            return 0;
        }
        var size = Files.size(logFile);
        if (size <= LOG_BYTES_MAX) {
            return size;
        }
        Files.move(logFile, logFile.resolveSibling("postgres.log.old"), StandardCopyOption.REPLACE_EXISTING);
        return 0;
    }

    private String loggedSince(long offset) throws IOException {
        if (Files.notExists(logFile)) {
            return "";
        }
        try (var in = Files.newInputStream(logFile)) {
            in.skipNBytes(offset);
            return new String(in.readNBytes((int) LOG_BYTES_MAX), UTF_8);
        }
    }
}
