// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.HowdahException;
import io.howdah.cluster.Cluster;
import io.howdah.cluster.Member;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.queue.QueueReadStore;
import io.howdah.web.queue.QueueRow;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Figures for Prometheus. Those of queues, members and totals are global, so that every replica tells the same: take
 * their maximum, not their sum. They are looked up at most every few seconds, however many ask.
 */
@RestController
final class Metrics {
    private static final Logger log = LoggerFactory.getLogger(Metrics.class);
    private static final Duration FRESH = Duration.ofSeconds(3);

    private final Cluster cluster;
    private final QueueReadStore queues;
    private final DatabaseReadStore database;
    private Look last = Look.NOTHING;
    private long lookedNanos = System.nanoTime() - FRESH.toNanos() - 1;

    Metrics(Cluster cluster, QueueReadStore queues, DatabaseReadStore database) {
        this.cluster = cluster;
        this.queues = queues;
        this.database = database;
    }

    @GetMapping("/metrics")
    @Allow(Permission.NONE)
    ResponseEntity<String> metrics() {
        var text = new MetricsText();
        ofThisProcess(text);
        ofAll(text, look());
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8"))
                .body(text.toString());
    }

    private void ofThisProcess(MetricsText text) {
        var loops = cluster.loops();
        text.gauge("howdah_member_alive", "1 while this process may take work", cluster.isAlive() ? 1 : 0);
        text.gauge(
                "howdah_wakeups_listening",
                "1 while this process is woken by NOTIFY, 0 while it only polls",
                cluster.wakeups().toString().equals("listening") ? 1 : 0);
        text.gauge(
                "howdah_loops_failing",
                "Background loops of this process whose last run failed",
                loops.stream().filter(loop -> loop.failures() > 0).count());
        text.family("howdah_loop_runs_total", "counter", "Runs of a background loop of this process");
        loops.forEach(loop -> text.sample("howdah_loop_runs_total", "loop", loop.name(), loop.runs()));
        var memory = ManagementFactory.getMemoryMXBean();
        text.gauge(
                "jvm_memory_heap_used_bytes",
                "Heap in use",
                memory.getHeapMemoryUsage().getUsed());
        text.gauge(
                "jvm_threads",
                "Platform threads",
                ManagementFactory.getThreadMXBean().getThreadCount());
        text.gauge(
                "process_uptime_seconds",
                "Since this process was started",
                ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0);
    }

    private static void ofAll(MetricsText text, Look look) {
        text.gauge("howdah_database_reachable", "1 if these figures could be looked up", look.reached ? 1 : 0);
        text.gauge("howdah_members", "Processes that live", look.members);
        text.gauge(
                "howdah_database_oldest_transaction_seconds",
                "How long the oldest transaction has been open",
                look.oldestTransaction);
        text.counter("howdah_jobs_added_total", "Jobs enqueued", look.totals.added());
        text.counter("howdah_attempts_ended_total", "Attempts that ended", look.totals.ended());
        text.gauge("howdah_database_dead_rows", "Rows for autovacuum to clean up", look.totals.deadRows());
        byQueue(
                text,
                look,
                "ready",
                "Jobs that could begin",
                queue -> queue.depth().ready());
        byQueue(text, look, "running", "Jobs that run", queue -> queue.depth().running());
        byQueue(
                text,
                look,
                "deferred",
                "Jobs that wait for their time",
                queue -> queue.depth().deferred());
        byQueue(
                text,
                look,
                "blocked",
                "Jobs behind others of their key",
                queue -> queue.depth().blocked());
        byQueue(text, look, "paused", "1 while the queue is paused", queue -> queue.isPaused() ? 1 : 0);
        byQueue(
                text,
                look,
                "oldest_seconds",
                "Age of the oldest job that could begin",
                queue -> queue.oldestReadyAt().map(Metrics::seconds).orElse(0.0));
    }

    private static void byQueue(
            MetricsText text, Look look, String name, String help, Function<QueueRow, Number> figure) {
        text.family("howdah_queue_" + name, "gauge", help);
        look.queues.forEach(queue -> text.sample("howdah_queue_" + name, "queue", queue.name(), figure.apply(queue)));
    }

    private synchronized Look look() {
        if (System.nanoTime() - lookedNanos > FRESH.toNanos()) {
            lookedNanos = System.nanoTime();
            try {
                last = new Look(
                        true,
                        (int) cluster.members().stream().filter(Member::alive).count(),
                        queues.list(),
                        oldestTransaction(),
                        database.totals());
            } catch (HowdahException failure) {
                log.debug("No new figures: {}", failure.getMessage());
                last = Look.NOTHING;
            }
        }
        return last;
    }

    private double oldestTransaction() {
        return database.transactions().stream()
                .flatMap(open -> open.since().stream())
                .mapToDouble(Metrics::seconds)
                .max()
                .orElse(0);
    }

    private static double seconds(Instant since) {
        return Math.max(0, Duration.between(since, Instant.now()).toMillis() / 1000.0);
    }

    private record Look(
            boolean reached,
            int members,
            List<QueueRow> queues,
            double oldestTransaction,
            DatabaseReadStore.Totals totals) {
        static final Look NOTHING = new Look(false, 0, List.of(), 0, new DatabaseReadStore.Totals(0, 0, 0));
    }
}
