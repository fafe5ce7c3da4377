// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.DatabaseException;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.work.Bursts;
import io.howdah.work.Fence;
import io.howdah.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what the handlers of this process say about their jobs: those of all jobs together, five times a second
 * at most, and the last of a job before it ends. Thread-safe.
 *
 * <p>Notes are not promises: those that cannot be written when their job ends are dropped, with a warning.
 */
final class Notes {
    private static final Logger log = LoggerFactory.getLogger(Notes.class);

    static final int MOST_LINES = 1_000;
    static final int LONGEST_LINE = 1_000;
    static final int LONGEST_MESSAGE = 500;

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final int LAST_TRIES = 3;

    private final Bursts bursts;
    private final NoteStore store;
    private final Set<JobNotes> unwritten = ConcurrentHashMap.newKeySet();
    private final Loop loop = Loop.every(IDLE, "job-notes", this::writeNowAndThen);

    /** One at a time, so that what was said later is written later. */
    private final ReentrantLock writing = new ReentrantLock();

    private volatile long writtenAt = System.nanoTime() - PAUSE.toNanos();

    /** Something said about a job; a line has no percentage. */
    record Said(Fence fence, int percent, String text, long at) {}

    Notes(Bursts bursts, NoteStore store) {
        this.bursts = bursts;
        this.store = store;
    }

    Loop loop() {
        return loop;
    }

    JobNotes of(Work work) {
        return new JobNotes(work, this::changed);
    }

    private void changed(JobNotes notes) {
        if (unwritten.add(notes)) {
            loop.wake();
        }
    }

    private Next writeNowAndThen() {
        if (unwritten.isEmpty()) {
            return Next.ON_INTERVAL;
        }
        var rest = PAUSE.toNanos() - (System.nanoTime() - writtenAt);
        if (rest > 0) {
            return Next.in(Duration.ofNanos(rest));
        }
        write(List.copyOf(unwritten));
        return Next.in(PAUSE);
    }

    /** What is left of a job's notes, now: it is about to end. */
    void writeLast(JobNotes notes) {
        for (int tries = 1; unwritten.contains(notes); tries++) {
            // An interrupt that was meant for the handler would break the connection that this is written on.
            var interrupted = Thread.interrupted();
            try {
                write(List.of(notes));
            } catch (DatabaseException failure) {
                if (tries == LAST_TRIES || !(failure.isRetryable() || failure.isOutcomeUnknown())) {
                    unwritten.remove(notes);
                    log.warn("What was said about job {} could not be written and is lost", notes.jobId(), failure);
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void write(List<JobNotes> which) {
        writing.lock();
        try {
            which.forEach(unwritten::remove);
            var taken = which.stream().map(JobNotes::take).toList();
            var done = false;
            try {
                bursts.lease(which.stream().map(JobNotes::work).toList());
                send(taken);
                done = true;
            } finally {
                if (!done) {
                    taken.forEach(JobNotes.Taken::giveBack);
                }
            }
        } finally {
            writtenAt = System.nanoTime();
            writing.unlock();
        }
    }

    private void send(List<JobNotes.Taken> taken) {
        var progress = taken.stream()
                .map(JobNotes.Taken::progress)
                .filter(Objects::nonNull)
                .toList();
        if (!progress.isEmpty()) {
            store.keepProgress(progress);
        }
        var lines = new ArrayList<Said>();
        taken.forEach(one -> lines.addAll(one.lines()));
        if (!lines.isEmpty()) {
            store.keepLines(lines, MOST_LINES);
        }
    }

    /** As PostgreSQL takes it: not too long, no NUL, no half of a pair. */
    static String storable(String text, int longest) {
        var cut = text.length() > longest ? text.substring(0, longest) : text;
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    }
}
