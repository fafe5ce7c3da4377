// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines that a process has written, read as they come so that it never blocks on a full pipe. */
final class Output {
    static final Logger log = LoggerFactory.getLogger(TestProcess.class);
    /** Bounds the memory of a child that writes without end; the older half goes first. */
    private static final int KEPT_LINES = 100_000;

    private static final int TAIL_LINES = 30;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<String> lines = new ArrayList<>();
    private int forgotten;
    private int openStreams = 2;

    private Output() {}

    static Output of(Process process) {
        var output = new Output();
        // Platform threads: reading a pipe would occupy a virtual thread's carrier.
        Thread.ofPlatform().daemon().name("stdout-" + process.pid()).start(() -> output.read(process.inputReader()));
        Thread.ofPlatform().daemon().name("stderr-" + process.pid()).start(() -> output.read(process.errorReader()));
        return output;
    }

    List<String> lines() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** What a failure shows. */
    String tail() {
        List<String> all = lines();
        if (all.isEmpty()) {
            return "It wrote nothing.";
        }
        List<String> last = all.subList(Math.max(0, all.size() - TAIL_LINES), all.size());
        return "It last wrote:\n  " + String.join("\n  ", last);
    }

    /** The first line that contains the text; empty when the cap is reached or the process has ended without it. */
    Optional<String> await(String text, Duration cap) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = cap.toNanos();
            int seen = 0;
            while (true) {
                for (; seen < forgotten + lines.size(); seen++) {
                    String line = lines.get(Math.max(0, seen - forgotten));
                    if (line.contains(text)) {
                        return Optional.of(line);
                    }
                }
                if (openStreams == 0 || remaining <= 0) {
                    return Optional.empty();
                }
                remaining = changed.awaitNanos(remaining);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all is read; false when the cap is reached, as a grandchild may hold the pipes open. */
    boolean awaitEnd(Duration cap) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = cap.toNanos();
            while (openStreams > 0 && remaining > 0) {
                remaining = changed.awaitNanos(remaining);
            }
            return openStreams == 0;
        } finally {
            lock.unlock();
        }
    }

    private void read(BufferedReader reader) {
        try (reader) {
            String line;
            while ((line = reader.readLine()) != null) {
                String read = line;
                change(() -> add(read));
            }
        } catch (IOException broken) {
            log.debug("The output of a child broke off", broken);
        } finally {
            change(() -> openStreams--);
        }
    }

    private void add(String line) {
        if (lines.size() == KEPT_LINES) {
            lines.subList(0, KEPT_LINES / 2).clear();
            forgotten += KEPT_LINES / 2;
        }
        lines.add(line);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
