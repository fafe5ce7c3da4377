// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Codec;
import io.howdah.work.Deliveries;
import io.howdah.work.End;
import io.howdah.work.Work;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Jobs for workers that take part in nothing else: whoever claims one holds it for a time, not for as long as a process
 * lives. What is not ended or extended in that time counts as a failed attempt and is given to somebody else. Every
 * verb names the attempt by its claim and is refused once the job is not held by it any more. Thread-safe.
 */
public final class JobClaims {
    private static final int MOST_TYPES = 100;
    private static final Duration LONGEST_PAUSE = Duration.ofDays(3_650);
    private static final Retry PAUSES = Retry.standard();

    private final Deliveries deliveries;
    private final Codec codec;
    private final NoteStore notes;

    JobClaims(Deliveries deliveries, Codec codec, NoteStore notes) {
        this.deliveries = deliveries;
        this.codec = codec;
        this.notes = notes;
    }

    /**
     * Takes jobs of these types, most urgent first; none when there are none, also after the wait. Threads of one
     * process that wait for the same share one look.
     */
    public List<ClaimedJob> claim(String queue, Collection<String> types, ClaimOptions options)
            throws InterruptedException {
        if (types.isEmpty() || types.size() > MOST_TYPES) {
            throw new IllegalArgumentException("a claim names 1 to 100 types of jobs, not " + types.size());
        }
        var line = new Deliveries.Line(queue, List.copyOf(types));
        var number = deliveries.number(queue);
        var deadline = System.nanoTime() + options.patience().toNanos();
        while (true) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            var works = deliveries.receive(line, options.most(), Optional.of(options.hold()), left);
            var wanted = works.stream().filter(this::isWanted).toList();
            if (works.isEmpty() || !wanted.isEmpty()) {
                return wanted.stream().map(work -> claimed(work, number)).toList();
            }
        }
    }

    private boolean isWanted(Work work) {
        if (work.cancelled()) {
            deliveries.end(List.of(work.fence()), new End.Cancelled());
        }
        return !work.cancelled();
    }

    private static ClaimedJob claimed(Work work, int queue) {
        return new ClaimedJob(
                new JobId(work.id()),
                ClaimToken.of(work, queue),
                work.kind(),
                work.queue(),
                work.payload(),
                work.attempt(),
                work.maxAttempts(),
                work.priority(),
                work.headers(),
                work.lane(),
                work.correlation(),
                work.trace(),
                work.addedAt());
    }

    /**
     * The job is done. Repeating it does no harm.
     *
     * @throws JobLostException if it is not held by this claim any more
     */
    public void complete(ClaimToken claim) {
        end(claim, End.Done.PLAIN);
    }

    /**
     * The job is done, and this is its result.
     *
     * @throws JobLostException if it is not held by this claim any more
     */
    public void complete(ClaimToken claim, Object result) {
        end(claim, new End.Done(codec.encode(result)));
    }

    /**
     * The attempt failed: tried again as {@link Retry#standard} has it, or dead when it was the last.
     *
     * @throws JobLostException if it is not held by this claim any more
     */
    public void fail(ClaimToken claim, String reason) {
        fail(claim, reason, PAUSES.pauseAfter(claim.attempt()));
    }

    /**
     * The attempt failed: tried again after the pause, or dead when it was the last.
     *
     * @throws JobLostException if it is not held by this claim any more
     */
    public void fail(ClaimToken claim, String reason, Duration pause) {
        end(claim, new End.Nacked(requirePause(pause), reason));
    }

    /**
     * It will not get better: dead at once.
     *
     * @throws JobLostException if it is not held by this claim any more
     */
    public void bury(ClaimToken claim, String reason) {
        end(claim, new End.Dead(reason));
    }

    /**
     * It was found to be pointless: over, without having succeeded.
     *
     * @throws JobLostException if it is not held by this claim any more
     */
    public void discard(ClaimToken claim, String reason) {
        end(claim, new End.Discarded(reason));
    }

    /**
     * It is to run again this much later; the attempt does not count.
     *
     * @throws JobLostException if it is not held by this claim any more
     */
    public void snooze(ClaimToken claim, Duration pause) {
        end(claim, pause.isZero() ? new End.HandedBack() : new End.Snoozed(requirePause(pause)));
    }

    /**
     * Holds the job for so long from now: 1 s to 12 h. False when somebody has cancelled it: stop, and discard it.
     *
     * @throws JobLostException if it is not held by this claim any more: stop working on it
     */
    public boolean extend(ClaimToken claim, Duration hold) {
        var fences = List.of(claim.fence());
        if (deliveries.extend(fences, ClaimOptions.requireHold(hold)).isEmpty()) {
            throw new JobLostException(claim.job(), claim.attempt());
        }
        return deliveries.cancelled(fences).isEmpty();
    }

    /** How far it is, 0 to 100 percent, and a word about it; nothing happens if it is not held by this claim. */
    public void progress(ClaimToken claim, int percent, String message) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("progress is 0 to 100 percent: " + percent);
        }
        var text = Notes.storable(message, Notes.LONGEST_MESSAGE);
        notes.keepProgress(List.of(new Notes.Said(claim.fence(), percent, text, System.nanoTime())));
    }

    /** Keeps lines about it, up to a thousand for a job; nothing happens if it is not held by this claim. */
    public void log(ClaimToken claim, List<String> lines) {
        if (lines.isEmpty() || lines.size() > Notes.MOST_LINES) {
            throw new IllegalArgumentException("1 to " + Notes.MOST_LINES + " lines are kept at a time");
        }
        notes.keepLines(
                lines.stream()
                        .map(line -> new Notes.Said(
                                claim.fence(), 0, Notes.storable(line, Notes.LONGEST_LINE), System.nanoTime()))
                        .toList(),
                Notes.MOST_LINES);
    }

    private void end(ClaimToken claim, End end) {
        if (deliveries.end(List.of(claim.fence()), end).isEmpty()) {
            throw new JobLostException(claim.job(), claim.attempt());
        }
        if (claim.isPlaced() || end.pause() != null || end instanceof End.HandedBack) {
            deliveries.signal(claim.queue());
        }
        if (claim.isWatched()) {
            deliveries.signalEnded();
        }
    }

    private static Duration requirePause(Duration pause) {
        if (pause.isNegative() || pause.compareTo(LONGEST_PAUSE) > 0) {
            throw new IllegalArgumentException("a pause must be from nothing to ten years: " + pause);
        }
        return pause;
    }
}
