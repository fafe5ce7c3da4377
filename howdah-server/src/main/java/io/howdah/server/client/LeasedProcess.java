// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that runs while a lease is held, and no longer. */
final class LeasedProcess {
    private static final int CONFLICT = 4;
    private static final int NOT_RUN = 127;
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final Remote remote;
    private final Map<String, Object> lease = new LinkedHashMap<>();
    private final Duration ttl;

    private LeasedProcess(Remote remote, Duration ttl) {
        this.remote = remote;
        this.ttl = ttl;
    }

    static LeasedProcess of(Remote remote, String namespace, String name, Duration ttl) {
        var process = new LeasedProcess(remote, ttl);
        process.lease.put("namespace", namespace);
        process.lease.put("name", name);
        return process;
    }

    int run(List<String> command, Duration patience) throws IOException, InterruptedException {
        lease.put("token", acquired(patience));
        try {
            var builder = new ProcessBuilder(command).inheritIO();
            builder.environment().put("HOWDAH_LOCK_TOKEN", lease.get("token").toString());
            return await(started(builder));
        } finally {
            release();
        }
    }

    /** Codes as of a shell, which no command has of itself. */
    private static Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException missing) {
            throw CommandException.withCode(
                    NOT_RUN,
                    "There is no command " + builder.command().getFirst()
                            + ", or it may not be run. The lease was given" + " back.");
        }
    }

    private String acquired(Duration patience) throws IOException, InterruptedException {
        var deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return remote.post("leases", lasting()).path("token").asString();
            } catch (CommandException busy) {
                if (busy.exitCode() != CONFLICT || System.nanoTime() > deadline) {
                    throw busy;
                }
                TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
            }
        }
    }

    /** Renewed at a third of its time. A lease that is lost takes the command along: somebody else may have it. */
    private int await(Process process) throws InterruptedException {
        try {
            while (!process.waitFor(Math.max(1, ttl.toMillis() / 3), TimeUnit.MILLISECONDS)) {
                remote.post("leases/renew", lasting());
            }
            return process.exitValue();
        } catch (IOException | CommandException lost) {
            process.destroy();
            process.waitFor(10, TimeUnit.SECONDS);
            process.destroyForcibly();
            throw CommandException.withCode(
                    CONFLICT, "The lease was lost, and the command was stopped: " + lost.getMessage());
        }
    }

    private Map<String, Object> lasting() {
        Map<String, Object> body = new LinkedHashMap<>(lease);
        body.put("ttl", ttl.toString());
        return body;
    }

    private void release() throws IOException {
        try {
            remote.post("leases/release", lease);
        } catch (CommandException gone) {
            if (gone.exitCode() != CONFLICT) {
                throw gone;
            }
        }
    }
}
