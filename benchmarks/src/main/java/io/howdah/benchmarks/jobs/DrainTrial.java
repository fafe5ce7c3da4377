// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Optional;

/** Processes drain a backlog: measured from when the first job was handled until the last was written down as done. */
final class DrainTrial implements Trial {
    private final Team team;
    private final int jobs;
    private final Optional<HeldTransaction> held;

    private DrainTrial(Team team, int jobs, Optional<HeldTransaction> held) {
        this.team = team;
        this.jobs = jobs;
        this.held = held;
    }

    /** A backlog that nobody disturbs. */
    static Trial free(Crew crew, Peer peer, Stage stage, int processes) throws Exception {
        return prepare(crew, peer, stage, processes, Optional.empty());
    }

    /** A backlog that somebody's transaction is older than. */
    static Trial held(Crew crew, Peer peer, Stage stage, int processes) throws Exception {
        var held = HeldTransaction.in(stage.database());
        boolean prepared = false;
        try {
            Trial trial = prepare(crew, peer, stage, processes, Optional.of(held));
            prepared = true;
            return trial;
        } finally {
            if (!prepared) {
                held.close();
            }
        }
    }

    private static Trial prepare(Crew crew, Peer peer, Stage stage, int processes, Optional<HeldTransaction> held)
            throws Exception {
        Team team = Team.open(peer, stage, crew.of(peer, processes), Team.Aim.THROUGHPUT);
        int jobs = stage.share(peer.backlog());
        team.fill(jobs);
        team.analyze();
        return new DrainTrial(team, jobs, held);
    }

    @Override
    public Outcome run() throws Exception {
        var timelines = team.work(team.players(), Team.Aim.THROUGHPUT, jobs, 0);
        team.awaitHandled(timelines, jobs);
        team.awaitWrittenDown();
        Instant end = Instant.now();
        Timeline all = Timeline.together(timelines);
        if (all.count() > jobs) {
            throw new IllegalStateException(all.count() + " jobs were handled, but there were only " + jobs + ".");
        }
        var elapsed = Duration.of(ChronoUnit.MICROS.between(Instant.EPOCH, end) - all.beganMicros(), ChronoUnit.MICROS);
        int tenth = Math.max(1, jobs / 10);
        var figures = new LinkedHashMap<String, Double>();
        figures.put("first tenth/s", all.perSecond(0, tenth));
        figures.put("last tenth/s", all.perSecond(jobs - tenth, jobs));
        return new Outcome(jobs, elapsed, Latencies.none(), figures);
    }

    @Override
    public void close() throws SQLException {
        team.close();
        if (held.isPresent()) {
            held.get().close();
        }
    }
}
