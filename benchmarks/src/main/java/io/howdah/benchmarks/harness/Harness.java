// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a benchmark: who cannot run is skipped, the others warm up, then they take turns. */
public final class Harness {
    private final Server server;
    private final Effort effort;
    private final PrintStream progress;
    private Optional<Database> lasting = Optional.empty();

    private Harness(Server server, Effort effort, PrintStream progress) {
        this.server = server;
        this.effort = effort;
        this.progress = progress;
    }

    /** A harness that tells what it is doing line by line. */
    public static Harness on(Server server, Effort effort, PrintStream progress) {
        return new Harness(server, effort, progress);
    }

    /** Measures everything; a contender that fails does not keep the others from being measured. */
    public Report run(Benchmark benchmark) throws SQLException, IOException, InterruptedException {
        Instant startedAt = Instant.now();
        var sections = new ArrayList<Report.Section>();
        for (Scenario scenario : benchmark.scenarios()) {
            sections.add(new Report.Section(scenario, run(scenario)));
        }
        return new Report(benchmark, startedAt, effort, Environment.of(server), sections);
    }

    private List<Result> run(Scenario scenario) throws InterruptedException {
        var results = new LinkedHashMap<String, Result>();
        var running = new ArrayList<Contender>();
        for (Contender contender : scenario.contenders()) {
            Optional<String> reason = contender.unavailable();
            results.put(
                    contender.name(),
                    reason.<Result>map(why -> new Result.Skipped(contender.name(), why))
                            .orElseGet(() -> new Result.Measured(contender.name(), List.of())));
            if (reason.isPresent()) {
                tell(scenario, contender, "skipped: " + reason.get());
            } else {
                running.add(contender);
            }
        }
        int warmUps = effort.isFull() ? scenario.warmUps() : 1;
        for (int round = 1 - warmUps; round <= effort.repeats(); round++) {
            for (Contender contender : List.copyOf(running)) {
                if (!take(scenario, contender, round, results)) {
                    running.remove(contender);
                }
            }
            // Another one begins each round: whoever follows a heavy one may inherit what it left to be done.
            Collections.rotate(running, -1);
        }
        return List.copyOf(results.values());
    }

    /** One turn of one contender; before round 1 it warms up. False if it broke. */
    private boolean take(Scenario scenario, Contender contender, int round, Map<String, Result> results)
            throws InterruptedException {
        try {
            if (round <= 0) {
                measure(contender, warmUp(scenario));
                tell(scenario, contender, "warmed up");
                return true;
            }
            Measurement measurement = measure(contender, effort.repeat());
            results.computeIfPresent(contender.name(), (name, before) -> with(before, measurement));
            tell(
                    scenario,
                    contender,
                    "repeat " + round + " of " + effort.repeats() + ": " + headline(scenario, measurement));
            return true;
        } catch (InterruptedException interrupt) {
            throw interrupt;
        } catch (Exception | LinkageError failure) {
            if (server.isClosed()) {
                throw new InterruptedException("The run was broken off.");
            }
            results.put(contender.name(), new Result.Failed(contender.name(), failure.toString()));
            tell(scenario, contender, "FAILED");
            failure.printStackTrace(progress);
            return false;
        }
    }

    /** Where warming up matters so much that it is done several times, each is as long as what is measured. */
    private Duration warmUp(Scenario scenario) {
        return scenario.warmUps() > 1 ? effort.repeat() : effort.warmUp();
    }

    private Measurement measure(Contender contender, Duration duration) throws Exception {
        Database database = server.createDatabase();
        try {
            Outcome outcome;
            Probe probe;
            try (Trial trial = contender.prepare(new Stage(database, duration, effort.rows(), this::lasting))) {
                server.checkpoint();
                probe = Probe.start(server.connection(), database);
                outcome = trial.run();
                probe.stop();
            }
            return Measurement.of(outcome, probe.costs());
        } finally {
            server.dropDatabase(database);
        }
    }

    private Database lasting() throws SQLException {
        if (lasting.isEmpty()) {
            lasting = Optional.of(server.createDatabase());
        }
        return lasting.get();
    }

    private static Result with(Result before, Measurement measurement) {
        if (!(before instanceof Result.Measured measured)) {
            return before;
        }
        var repeats = new ArrayList<>(measured.repeats());
        repeats.add(measurement);
        return new Result.Measured(measured.contender(), List.copyOf(repeats));
    }

    private static String headline(Scenario scenario, Measurement measurement) {
        return switch (scenario.headline()) {
            case THROUGHPUT -> Numbers.of(measurement.perSecond()) + " " + scenario.unit() + "s/s";
            case LATENCY ->
                measurement
                        .latency()
                        .map(latency -> "p50 " + Numbers.of(latency.p50()) + " ms")
                        .orElse("no latency recorded");
        };
    }

    private void tell(Scenario scenario, Contender contender, String what) {
        progress.println(scenario.name() + " · " + contender.name() + " · " + what);
    }
}
