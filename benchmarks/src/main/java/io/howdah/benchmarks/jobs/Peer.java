// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Who can be measured, and how each is started and set up. */
enum Peer {
    PLAIN_INSERT("plain INSERT", Platform.JAVA, "plain", """
            select false"""),
    HOWDAH("howdah", Platform.JAVA, "howdah", """
            select exists (select from howdah.work_ready) or exists (select from howdah.work_lease)"""),
    GRAPHILE_WORKER("graphile-worker", Platform.NODE, "graphile-worker", """
            select exists (select from graphile_worker._private_jobs)"""),
    PG_BOSS("pg-boss", Platform.NODE, "pg-boss", """
            select exists (select from pgboss.job where state < 'completed')"""),
    DB_SCHEDULER("db-scheduler", Platform.JAVA, "db-scheduler", """
            select exists (select from scheduled_tasks)"""),
    JOBRUNR("JobRunr", Platform.JAVA, "jobrunr", """
            select exists (select from jobrunr_jobs where state <> 'SUCCEEDED')""");

    /** What a player runs on. */
    private enum Platform {
        JAVA,
        NODE
    }

    private static final int BACKLOG = 100_000;

    private final String label;
    private final Platform platform;
    private final String product;
    private final String unfinished;

    Peer(String label, Platform platform, String product, String unfinished) {
        this.label = label;
        this.platform = platform;
        this.product = product;
        this.unfinished = unfinished;
    }

    /** What it is called in the report. */
    String label() {
        return label;
    }

    /** A query that is true as long as something handled is not written down as done. */
    String unfinished() {
        return unfinished;
    }

    /** How many jobs a full repeat of a drain has: fewer for the slow, who would take minutes otherwise. */
    int backlog() {
        return switch (this) {
            case JOBRUNR -> BACKLOG / 10;
            case DB_SCHEDULER -> BACKLOG / 2;
            case PLAIN_INSERT, HOWDAH, GRAPHILE_WORKER, PG_BOSS -> BACKLOG;
        };
    }

    /** Whether it finds new jobs only every few seconds, which no rate makes worse or better. */
    boolean pollsSlowly() {
        return this == JOBRUNR;
    }

    Optional<String> unavailable() {
        return platform == Platform.NODE ? NodePeers.unavailable() : Optional.empty();
    }

    /** The command that starts a player of it. */
    List<String> command() {
        return switch (platform) {
            case JAVA ->
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        io.howdah.benchmarks.jobs.player.Main.class.getName(),
                        product);
            case NODE -> List.of(NodePeers.node().toString(), NodePeers.script().toString(), product);
        };
    }

    String settings() {
        return switch (this) {
            case PLAIN_INSERT -> "a row with the same payload in a table with a key, by JDBC";
            case HOWDAH ->
                "defaults, 100 jobs at a time per process, 10 connections; for latency"
                        + " the process that enqueues is started";
            case GRAPHILE_WORKER ->
                "0.18.0 as its page on performance has it: 24 at a time, local queue of 500, completions in batches"
                        + " (delay 0); for latency without local queue and batches";
            case PG_BOSS ->
                "12.38.0, batches of 500 by 2 workers per process, again at once while full (burst), else every 0.5 s;"
                        + " for latency with LISTEN/NOTIFY";
            case DB_SCHEDULER ->
                "16.12.0, lock-and-fetch (0.5, 4.0), 50 threads, a poll every 50 ms, half of the backlog;"
                        + " for latency a poll every 10 ms";
            case JOBRUNR ->
                "8.7.0 (open edition), 32 workers, a poll every 5 s, which is its minimum; a tenth of the backlog";
        };
    }
}
