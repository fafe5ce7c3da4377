// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Every list there is: its first page, one from the middle, and each of its filters with something that many, few and
 * none match. What is in braces is found in {@link Places}.
 */
final class Addresses {
    private static final String API = "/api/v1";

    private static final List<String> JOBS = List.of(
            "",
            "?after={job}",
            "?type=kind-3",
            "?type=seldom",
            "?type=none",
            "?queue=queue-4",
            "?queue=quiet",
            "?queue=none",
            "?key=customer-21",
            "?key=none",
            "?correlation={correlation}",
            "?correlation=none",
            "?state=ready",
            "?state=running",
            "?state=deferred",
            "?state=blocked",
            "?state=done",
            "?state=dead",
            "?state=discarded",
            "?state=cancelled",
            "?state=done&queue=quiet",
            "?from={day}",
            "?until={day}",
            "?until={day}&type=seldom",
            "?field=customer.id=42",
            "?field=customer.id=-1",
            "?field=order={half}",
            "?type=kind-3&field=customer.id=-1",
            "?header=team=team-8",
            "?header=team=none");

    private static final List<String> DEAD = List.of(
            "",
            "?after={dead}",
            "?type=kind-3",
            "?type=seldom",
            "?queue=queue-3",
            "?queue=quiet",
            "?key=none",
            "?correlation={correlation}",
            "?until={day}",
            "?state=cancelled",
            "?state=discarded");

    private static final List<String> APPROVALS = List.of(
            "",
            "?after={approval}",
            "?state=pending",
            "?state=approved",
            "?state=rejected",
            "?state=expired",
            "?state=withdrawn",
            "?subject=deploy-7",
            "?subject=none",
            "?state=withdrawn&subject=deploy-7",
            "?requester=person-7",
            "?correlation={correlation}");

    private static final List<String> NOTIFICATIONS = List.of(
            "",
            "?after={notification}",
            "?producer=producer-1",
            "?producer=none",
            "?key=key-10",
            "?type=type-3",
            "?type=none",
            "?correlation={correlation}",
            "?correlation=none",
            "?until={day}");

    private static final List<String> AUDIT = List.of(
            "",
            "?actor=person-7",
            "?actor=none",
            "?action=jobs.action-7",
            "?subject=none",
            "?actor=person-7&action=none",
            "?until={day}");

    private static final List<String> FIRST = List.of("");

    /** What the console and REST have in common, by its path. */
    private static final Map<String, List<String>> LISTS = new TreeMap<>(Map.ofEntries(
            Map.entry("/jobs", JOBS),
            Map.entry("/approvals", APPROVALS),
            Map.entry("/notifications", NOTIFICATIONS),
            Map.entry("/audit", AUDIT),
            Map.entry("/workflows", List.of("", "?after={flow}", "/{flow}")),
            Map.entry("/workspaces", List.of("", "?after=app-000050/test")),
            Map.entry("/inbox", List.of("", "?after={inbox}")),
            Map.entry("/timeline", List.of("?correlation={correlation}", "?correlation=none")),
            Map.entry("/queues", List.of("", "/mail", "/queue-3")),
            Map.entry("/queues/mail/messages", List.of("", "?field=order=50", "?field=order=-1")),
            Map.entry("/queues/mail.dead/messages", List.of("", "?field=order=-1", "?header=topic=none")),
            Map.entry("/schedules", FIRST),
            Map.entry("/limits", FIRST),
            Map.entry("/locks", FIRST),
            Map.entry("/members", FIRST),
            Map.entry("/database", FIRST)));

    private static final List<String> CONSOLE = List.of(
            "/",
            "/?over=day",
            "/?over=week",
            "/jobs/{job}",
            "/notifications/{notification}",
            "/dead-letters",
            "/dead-letters?cause=http-503",
            "/dead-letters?cause=none",
            "/dead-letters?producer=none",
            "/dead-letters?type=none",
            "/malformed",
            "/endpoints",
            "/people",
            "/inbox/badge",
            "/limits/{policy}",
            "/limits/{policy}?key=key-50",
            "/log",
            "/log/orders",
            "/log/orders/events",
            "/log/orders/events?key=none",
            "/log/orders/events?type=none",
            "/workspaces/large/test",
            "/workspaces/large/test/history");

    private static final List<String> REST = List.of(
            "/stats",
            "/stats/history?over=day",
            "/stats/history?over=week",
            "/loops",
            "/jobs/{job}",
            "/queues/mail/statistics",
            "/approvals/waiting",
            "/approvals/stuck",
            "/log/topics",
            "/log/topics/orders",
            "/log/topics/orders/events",
            "/log/topics/orders/events?partition=3&from={offset}",
            "/log/topics/orders/events?from={offset}",
            "/log/topics/orders/events?key={correlation}",
            "/log/topics/orders/events?key=none",
            "/log/topics/orders/events?type=none",
            "/log/topics/orders/events?since={day}",
            "/notifications/{notification}",
            "/notifications/malformed",
            "/notifications/causes",
            "/notifications/endpoints",
            "/notifications/people",
            "/notifications/people?after=person-5",
            "/notifications/deliveries",
            "/notifications/deliveries?after={route}",
            "/notifications/deliveries?state=dead",
            "/notifications/deliveries?state=waiting",
            "/notifications/deliveries?endpoint=endpoint-7",
            "/notifications/deliveries?endpoint=none",
            "/notifications/deliveries?type=none",
            "/notifications/deliveries?cause=http-503",
            "/notifications/deliveries?producer=none",
            "/notifications/deliveries?until={day}",
            "/inbox/unread",
            "/workspaces/large/test/files",
            "/workspaces/large/test/files?after=folder-050/file-0000050",
            "/workspaces/large/test/files?prefix=none",
            "/workspaces/large/test/files?version={version}",
            "/workspaces/large/test/versions",
            "/workspaces/large/test/versions?after={version}",
            "/workspaces/large/test/diff?from=1&to={version}");

    private Addresses() {}

    static Stream<String> all() {
        var lists = LISTS.entrySet().stream()
                .flatMap(list -> list.getValue().stream()
                        .flatMap(part -> Stream.of(list.getKey() + part, API + list.getKey() + part)));
        var dead = DEAD.stream().flatMap(part -> Stream.of("/dead" + part, API + "/dead-jobs" + part));
        return Stream.of(CONSOLE.stream(), lists, dead, REST.stream().map(path -> API + path))
                .flatMap(part -> part);
    }
}
