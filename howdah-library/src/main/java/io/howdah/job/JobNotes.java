// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.work.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What was said about one job in one attempt and is not written yet. Thread-safe. */
final class JobNotes {
    private final Work work;
    private final Consumer<JobNotes> changed;
    private Notes.@Nullable Said progress;
    private List<Notes.Said> lines = new ArrayList<>();
    private int linesSoFar;

    JobNotes(Work work, Consumer<JobNotes> changed) {
        this.work = work;
        this.changed = changed;
    }

    Work work() {
        return work;
    }

    long jobId() {
        return work.id();
    }

    void progress(int percent, String message) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("progress is 0 to 100 percent: " + percent);
        }
        synchronized (this) {
            progress = said(percent, Notes.storable(message, Notes.LONGEST_MESSAGE));
        }
        changed.accept(this);
    }

    void log(String line) {
        synchronized (this) {
            if (linesSoFar >= Notes.MOST_LINES) {
                return;
            }
            linesSoFar++;
            lines.add(said(
                    0,
                    linesSoFar == Notes.MOST_LINES
                            ? "further lines are not kept"
                            : Notes.storable(line, Notes.LONGEST_LINE)));
        }
        changed.accept(this);
    }

    private Notes.Said said(int percent, String text) {
        return new Notes.Said(work.fence(), percent, text, System.nanoTime());
    }

    synchronized Taken take() {
        var taken = new Taken(this, progress, lines);
        progress = null;
        lines = new ArrayList<>();
        return taken;
    }

    private void putBack(Taken taken) {
        synchronized (this) {
            progress = progress == null ? taken.progress() : progress;
            var all = new ArrayList<>(taken.lines());
            all.addAll(lines);
            lines = all;
        }
        changed.accept(this);
    }

    /** What somebody is writing. */
    record Taken(JobNotes from, Notes.@Nullable Said progress, List<Notes.Said> lines) {
        void giveBack() {
            from.putBack(this);
        }
    }
}
