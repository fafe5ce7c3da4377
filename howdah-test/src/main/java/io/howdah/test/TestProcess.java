// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own that a test starts, talks to, and kills or freezes.
 *
 * <p>It runs a main class on the class path and with the java binary of this JVM. It never outlives this JVM: it is
 * killed by {@link #close}, when this JVM shuts down, and it halts by itself when this JVM was killed. Safe to use from
 * several threads. Every wait has a cap of 90 s and fails with the last lines that the child wrote.
 *
 * <pre>{@code
 * try (var child = TestProcess.of(Worker.class).arguments(url).environment("MODE", "slow").start()) {
 *     child.awaitLine("ready");
 *     child.freeze();
 * }
 * }</pre>
 */
public final class TestProcess implements AutoCloseable {
    /** Long enough for a JVM to start on a machine that is busy with something else. */
    private static final Duration CAP = Duration.ofSeconds(90);

    /** A grandchild may hold the output open after the child's end; its lines are not waited for. */
    private static final Duration DRAIN_CAP = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    /** Signals go this way, because those of {@link Process} also close the streams and lose what was not yet read. */
    private final ProcessHandle handle;

    private final BufferedWriter stdin;
    private final Output output;
    private final Thread killAtShutdown;

    TestProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.handle = process.toHandle();
        this.stdin = process.outputWriter();
        this.output = Output.of(process);
        this.killAtShutdown = new Thread(handle::destroyForcibly, "kill-" + process.pid());
        Runtime.getRuntime().addShutdownHook(killAtShutdown);
    }

    /** A child to start that runs the main method of this class. */
    public static TestProcessBuilder of(Class<?> mainClass) {
        return new TestProcessBuilder(mainClass);
    }

    /** The id that the operating system gave the child. */
    public long pid() {
        return process.pid();
    }

    /** Whether the child has not ended; a frozen one is alive. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** What the child has written so far to its standard output and error, in the order of arrival. */
    public List<String> lines() {
        return output.lines();
    }

    /** Waits for a line that contains the text, from the child's first line on, and returns it. */
    public String awaitLine(String text) {
        try {
            Optional<String> line = output.await(text, CAP);
            return line.orElseThrow(() -> failure("has not written \"" + text + "\""));
        } catch (InterruptedException interrupt) {
            throw interrupted("waiting for \"" + text + "\" from", interrupt);
        }
    }

    /** Writes one line to the child's standard input. */
    public void send(String line) {
        try {
            stdin.write(line);
            stdin.newLine();
            stdin.flush();
        } catch (IOException broken) {
            throw new UncheckedIOException(
                    failure("could not be sent \"" + line + "\"").getMessage(), broken);
        }
    }

    /** Ends the child at once (SIGKILL), frozen or not; returns when it is dead. */
    public void kill() {
        handle.destroyForcibly();
        awaitExit();
    }

    /** Asks the child to end (SIGTERM); its shutdown hooks run. */
    public void terminate() {
        handle.destroy();
    }

    /** Stops the child wherever it stands (SIGSTOP), connections open; returns when none of its threads runs. */
    public void freeze() {
        signal("STOP");
        Await.within(CAP).until(name + " with pid " + pid() + " stands still", () -> ThreadStates.allStopped(pid()));
    }

    /** Lets a frozen child go on (SIGCONT). */
    public void thaw() {
        signal("CONT");
    }

    /** Waits until the child has ended and all its output is read, and returns its exit code (137 after SIGKILL). */
    public int awaitExit() {
        try {
            if (!process.waitFor(CAP.toMillis(), TimeUnit.MILLISECONDS)) {
                throw failure("did not end in " + CAP.toSeconds() + " s");
            }
            if (!output.awaitEnd(DRAIN_CAP)) {
                Output.log.warn("{} has ended, but somebody holds its output open", name);
            }
            return process.exitValue();
        } catch (InterruptedException interrupt) {
            throw interrupted("waiting for the end of", interrupt);
        }
    }

    /** Kills the child if it is alive. */
    @Override
    public void close() {
        try {
            kill();
        } finally {
            forgetShutdownHook();
        }
    }

    private void forgetShutdownHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(killAtShutdown);
        } catch (IllegalStateException shuttingDown) {
            // The hook runs already and finds a dead process.
            Output.log.debug("{} was closed during shutdown", name, shuttingDown);
        }
    }

    /** A shell's own kill, because small systems have no program of that name. */
    private void signal(String signal) {
        try {
            var kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid()).start();
            if (kill.waitFor() != 0) {
                throw failure("could not be sent SIG" + signal);
            }
        } catch (IOException noShell) {
            throw new UncheckedIOException("No shell to send SIG" + signal + " to " + name, noShell);
        } catch (InterruptedException interrupt) {
            throw interrupted("sending SIG" + signal + " to", interrupt);
        }
    }

    private AssertionError interrupted(String doing, InterruptedException interrupt) {
        Thread.currentThread().interrupt();
        return new AssertionError("Interrupted while " + doing + " " + name + ".", interrupt);
    }

    private AssertionError failure(String what) {
        String state = process.isAlive() ? "alive" : "exit code " + process.exitValue();
        return new AssertionError(name + " (pid " + pid() + ", " + state + ") " + what + ". " + output.tail());
    }
}
