// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.LoopState;
import io.howdah.cluster.Cluster;
import io.howdah.cluster.DurabilityReport;
import io.howdah.cluster.Member;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import io.howdah.web.queue.QueueReadStore;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The processes, the database and the figures of the whole, as resources. */
@RestController
final class ClusterApi {
    private final Cluster cluster;
    private final DatabaseReadStore database;
    private final HistoryStore history;
    private final QueueReadStore queues;
    private final Api api;

    ClusterApi(Cluster cluster, DatabaseReadStore database, HistoryStore history, QueueReadStore queues, Api api) {
        this.cluster = cluster;
        this.database = database;
        this.history = history;
        this.queues = queues;
        this.api = api;
    }

    @GetMapping("/api/v1/members")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> members() {
        return api.ok(new Slice<>(cluster.members(), Optional.empty()));
    }

    @GetMapping("/api/v1/loops")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> loops() {
        return api.ok(new Loops(cluster.wakeups().toString(), cluster.loops()));
    }

    @GetMapping("/api/v1/database")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> database() {
        return api.ok(new Database(cluster.durability(), database.size(), database.transactions()));
    }

    @GetMapping("/api/v1/stats")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> stats() {
        var alive = (int) cluster.members().stream().filter(Member::alive).count();
        return api.ok(Stats.of(alive, queues.list(), database.totals()));
    }

    @GetMapping("/api/v1/stats/history")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> history(@RequestParam(name = "over", defaultValue = "hour") String over) {
        return api.ok(new Slice<>(history.read(HistorySpan.of(over)), Optional.empty()));
    }

    record Loops(String wakeups, List<LoopState> items) {}

    record Database(
            DurabilityReport durability, DatabaseReadStore.Size size, List<OpenTransaction> oldestTransactions) {}
}
