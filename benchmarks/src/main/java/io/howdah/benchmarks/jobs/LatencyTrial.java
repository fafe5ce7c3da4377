// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One process enqueues at a steady rate, another handles: how long after the call that enqueued a job had returned, so
 * after its commit, its handler began. A handler may begin before its caller knows of the commit; that counts as 0.
 */
final class LatencyTrial implements Trial {
    private static final int PRODUCERS = 8;
    private static final int FIRST_JOBS = 20;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Team team;
    private final Duration duration;
    private final long periodNanos;
    private final int first;
    private final int jobs;
    private final List<Timeline> timelines;

    private LatencyTrial(Team team, Duration duration, long periodNanos, int first, List<Timeline> timelines) {
        this.team = team;
        this.duration = duration;
        this.periodNanos = periodNanos;
        this.first = first;
        this.jobs = jobs(duration, periodNanos);
        this.timelines = timelines;
    }

    static Trial of(Crew crew, Peer peer, Stage stage, int perSecond) throws Exception {
        List<Player> players = crew.of(peer, 2);
        Team team = Team.open(peer, stage, players, Team.Aim.LATENCY);
        long periodNanos = NANOS_PER_SECOND / perSecond;
        // Connections are made by the first calls, which is not what is measured.
        int first = peer.pollsSlowly() ? 0 : FIRST_JOBS;
        int jobs = jobs(stage.duration(), periodNanos);
        var timelines = team.work(List.of(players.getLast()), Team.Aim.LATENCY, jobs, first + jobs);
        if (first > 0) {
            pace(team, Duration.ZERO, 0, first, 0);
            team.awaitHandled(timelines, first);
        }
        return new LatencyTrial(team, stage.duration(), periodNanos, first, timelines);
    }

    @Override
    public Outcome run() throws Exception {
        JsonNode paced = pace(team, duration, first, jobs, periodNanos);
        team.awaitHandled(timelines, first + jobs);
        JsonNode began = team.players().getLast().ask(Team.COMMAND, "times").get("began");
        var fromCommit = new Latencies.Recorder();
        var fromCall = new Latencies.Recorder();
        for (int i = 0; i < jobs; i++) {
            long at = began.get(first + i).asLong();
            fromCommit.add(Math.max(0, at - paced.get("returned").get(i).asLong()) * 1000);
            fromCall.add((at - paced.get("called").get(i).asLong()) * 1000);
        }
        return outcome(paced, Latencies.of(List.of(fromCommit)), Latencies.of(List.of(fromCall)));
    }

    private Outcome outcome(JsonNode paced, Latencies fromCommit, Latencies fromCall) {
        long begin = paced.get("called").get(0).asLong();
        long end = begin + 1;
        for (JsonNode returned : paced.get("returned")) {
            end = Math.max(end, returned.asLong());
        }
        var figures = new LinkedHashMap<String, Double>();
        figures.put("from call p50 ms", fromCall.millis(50));
        figures.put("from call p99 ms", fromCall.millis(99));
        figures.put("enqueued/s", jobs / ((end - begin) / 1e6));
        return new Outcome(jobs, Duration.ofNanos((end - begin) * 1000), fromCommit, figures);
    }

    @Override
    public void close() {
        team.close();
    }

    private static JsonNode pace(Team team, Duration longer, int from, int jobs, long periodNanos) throws Exception {
        return team.ask(longer, "pace", "from", from, "jobs", jobs, "periodNanos", periodNanos, "threads", PRODUCERS);
    }

    private static int jobs(Duration duration, long periodNanos) {
        return (int) Math.max(PRODUCERS, duration.toNanos() / periodNanos);
    }
}
