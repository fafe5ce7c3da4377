// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import io.howdah.benchmarks.harness.Database;
import io.howdah.benchmarks.harness.Stage;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** Some processes of one contender, at work in the database of one trial. */
final class Team {
    static final Duration COMMAND = Duration.ofMinutes(2);
    private static final Duration STALL = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int BATCH = 1_000;
    /** Fine enough to see tenths, and rare enough not to be work. */
    private static final int TOLD = 500;

    private final Peer peer;
    private final Database database;
    private final List<Player> players;

    private Team(Peer peer, Database database, List<Player> players) {
        this.peer = peer;
        this.database = database;
        this.players = players;
    }

    /** Opens the database in every process; the first creates the tables. */
    static Team open(Peer peer, Stage stage, List<Player> players, Aim aim) throws IOException, InterruptedException {
        var database = stage.database();
        for (Player player : players) {
            player.ask(
                    COMMAND,
                    "open",
                    "host",
                    database.host(),
                    "port",
                    database.port(),
                    "database",
                    database.name(),
                    "user",
                    database.user(),
                    "password",
                    database.password(),
                    "aim",
                    aim,
                    "install",
                    player == players.getFirst());
        }
        return new Team(peer, database, players);
    }

    /** What a contender is tuned for. */
    enum Aim {
        THROUGHPUT,
        LATENCY
    }

    /** Has the first process do something that lasts at most so much longer than a moment. */
    JsonNode ask(Duration longer, String command, Object... arguments) throws IOException, InterruptedException {
        return players.getFirst().ask(COMMAND.plus(longer), command, arguments);
    }

    /** Puts in a backlog, numbered from 0, and lets the planner know of it. */
    Duration fill(int jobs) throws IOException, InterruptedException {
        JsonNode answer = ask(Duration.ZERO, "fill", "jobs", jobs, "batch", BATCH);
        return Duration.ofNanos(answer.get("nanos").asLong());
    }

    void analyze() throws SQLException {
        database.execute("analyze");
    }

    /**
     * Has these processes begin to handle jobs, all at the same moment, the times of the first so many kept; returns
     * what they will tell.
     */
    List<Timeline> work(List<Player> workers, Aim aim, int jobs, int timed) throws IOException, InterruptedException {
        var timelines = workers.stream().map(Player::newTimeline).toList();
        int tellEvery = Math.clamp(jobs / TOLD, 1, BATCH);
        for (Player worker : workers) {
            worker.tell("work", "aim", aim, "tellEvery", tellEvery, "timed", timed);
        }
        for (Player worker : workers) {
            worker.answer(COMMAND, "work");
        }
        return timelines;
    }

    List<Player> players() {
        return players;
    }

    /** Waits until they have handled so many together; fails when they stop before. */
    void awaitHandled(List<Timeline> timelines, int jobs) {
        int before = 0;
        long progressed = System.nanoTime();
        for (int now = count(timelines); now < jobs; now = count(timelines)) {
            if (now > before) {
                before = now;
                progressed = System.nanoTime();
            }
            boolean alive = players.stream().allMatch(Player::isAlive);
            if (!alive || System.nanoTime() - progressed > STALL.toNanos()) {
                throw new IllegalStateException(now + " of " + jobs + " jobs were handled, then none for " + STALL
                        + "; it said: " + players.getLast().lastWords());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static int count(List<Timeline> timelines) {
        return timelines.stream().mapToInt(Timeline::count).sum();
    }

    /** Waits until nothing is unfinished: what was handled must also be written down. */
    void awaitWrittenDown() throws SQLException {
        long deadline = System.nanoTime() + STALL.toNanos();
        try (var connection = database.connect();
                var unfinished = connection.prepareStatement(peer.unfinished())) {
            while (true) {
                try (var row = unfinished.executeQuery()) {
                    row.next();
                    if (!row.getBoolean(1)) {
                        return;
                    }
                }
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("Something handled was not written down within " + STALL + ".");
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** The processes leave the database and stay for the next trial; one that cannot is ended. */
    void close() {
        for (Player player : players) {
            try {
                player.ask(COMMAND, "close");
            } catch (IOException | IllegalStateException cannot) {
                player.close();
            } catch (InterruptedException interrupt) {
                player.close();
                Thread.currentThread().interrupt();
            }
        }
    }
}
