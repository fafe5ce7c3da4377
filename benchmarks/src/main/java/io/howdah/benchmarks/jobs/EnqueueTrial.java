// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** One process enqueues: one by one as long as there is time, or a number of jobs in batches. Nobody handles them. */
final class EnqueueTrial implements Trial {
    private final Team team;
    private final Measured measured;

    /** What is measured once everything is ready. */
    private interface Measured {
        Outcome run() throws IOException, InterruptedException;
    }

    private EnqueueTrial(Team team, Measured measured) {
        this.team = team;
        this.measured = measured;
    }

    static Trial oneByOne(Crew crew, Peer peer, Stage stage, int threads) throws Exception {
        Team team = Team.open(peer, stage, crew.of(peer, 1), Team.Aim.THROUGHPUT);
        return new EnqueueTrial(team, () -> {
            Duration duration = stage.duration();
            JsonNode answer = team.ask(duration, "enqueue", "threads", threads, "millis", duration.toMillis());
            var latencies = new Latencies.Recorder();
            JsonNode micros = answer.get("latencies");
            micros.forEach(one -> latencies.add(one.asLong() * 1000));
            return new Outcome(
                    micros.size(), Duration.ofNanos(answer.get("nanos").asLong()), Latencies.of(List.of(latencies)));
        });
    }

    static Trial inBatches(Crew crew, Peer peer, Stage stage, int jobs) throws Exception {
        Team team = Team.open(peer, stage, crew.of(peer, 1), Team.Aim.THROUGHPUT);
        return new EnqueueTrial(team, () -> new Outcome(jobs, team.fill(jobs), Latencies.none()));
    }

    @Override
    public Outcome run() throws Exception {
        return measured.run();
    }

    @Override
    public void close() {
        team.close();
    }
}
