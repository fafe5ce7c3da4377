// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.cluster.Cluster;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.queue.QueueReadStore;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The overview, the processes and the database, for people. */
@Controller
final class ClusterPages {
    private final Cluster cluster;
    private final DatabaseReadStore database;
    private final HistoryStore history;
    private final QueueReadStore queues;
    private final Pages pages;

    ClusterPages(
            Cluster cluster, DatabaseReadStore database, HistoryStore history, QueueReadStore queues, Pages pages) {
        this.cluster = cluster;
        this.database = database;
        this.history = history;
        this.queues = queues;
        this.pages = pages;
    }

    @GetMapping({"", "/"})
    @Allow(Permission.VIEW)
    ResponseEntity<String> overview(
            HttpServletRequest request, @RequestParam(name = "over", defaultValue = "hour") String over) {
        var span = HistorySpan.of(over);
        var members = cluster.members();
        var all = queues.list();
        var transactions = database.transactions();
        var verdict = Verdict.of(new Verdict.Evidence(
                members,
                all,
                cluster.loops(),
                transactions,
                database.undelivered(),
                cluster.durability(),
                Instant.now()));
        var alive = (int) members.stream().filter(member -> member.alive()).count();
        return pages.page(
                request,
                "Overview",
                "overview",
                Map.of(
                        "verdict", verdict,
                        "members", members,
                        "queues", all,
                        "stats", Stats.of(alive, all, database.totals()),
                        "charts", Charts.of(span, history.read(span), Instant.now()),
                        "transactions", transactions));
    }

    @GetMapping("/members")
    @Allow(Permission.VIEW)
    ResponseEntity<String> members(HttpServletRequest request) {
        return pages.page(
                request,
                "Members",
                "members",
                Map.of(
                        "members", cluster.members(),
                        "loops", cluster.loops(),
                        "wakeups", cluster.wakeups().toString()));
    }

    @GetMapping("/database")
    @Allow(Permission.VIEW)
    ResponseEntity<String> database(HttpServletRequest request) {
        return pages.page(
                request,
                "Database",
                "database",
                Map.of(
                        "durability", cluster.durability(),
                        "size", database.size(),
                        "totals", database.totals(),
                        "transactions", database.transactions()));
    }
}
