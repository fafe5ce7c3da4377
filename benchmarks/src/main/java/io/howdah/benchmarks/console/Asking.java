// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A trial in which one person asks for the same again and again: so many times, or until the time is up. */
final class Asking implements Trial {
    private static final int TIMES = 100;

    private final Duration duration;
    private final Question question;
    private final End end;

    private Asking(Duration duration, Question question, End end) {
        this.duration = duration;
        this.question = question;
        this.end = end;
    }

    static Asking of(Stage stage, Question question, End end) {
        return new Asking(stage.duration(), question, end);
    }

    @Override
    public Outcome run() throws Exception {
        var latencies = new Latencies.Recorder();
        var begin = System.nanoTime();
        var now = begin;
        var asked = 0;
        for (; asked < TIMES && now - begin < duration.toNanos(); asked++) {
            var before = now;
            question.ask();
            now = System.nanoTime();
            latencies.add(now - before);
        }
        return new Outcome(asked, Duration.ofNanos(now - begin), Latencies.of(List.of(latencies)));
    }

    @Override
    public void close() throws IOException {
        end.close();
    }

    /** What is asked. */
    interface Question {
        void ask() throws IOException, InterruptedException;
    }

    /** What is to be done afterwards. */
    interface End {
        void close() throws IOException;
    }
}
