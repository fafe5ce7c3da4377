// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.Decider;
import io.howdah.log.EventLog;
import io.howdah.log.LogGroup;
import io.howdah.log.Move;
import io.howdah.log.StartAt;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The event log, for people. */
@Controller
final class LogPages {
    private static final int SHOWN = 50;

    private final EventLog log;
    private final LogReadStore store;
    private final GroupsApi groups;
    private final Redaction redaction;
    private final Pages pages;

    LogPages(EventLog log, LogReadStore store, GroupsApi groups, Redaction redaction, Pages pages) {
        this.redaction = redaction;
        this.log = log;
        this.store = store;
        this.groups = groups;
        this.pages = pages;
    }

    @GetMapping("/log")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request) {
        return pages.page(request, "Event log", "log", Map.of("topics", store.topics()));
    }

    /** Events themselves are for those who may see payloads; they have a page of their own. */
    @GetMapping("/log/{topic}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> topic(HttpServletRequest request, @PathVariable("topic") String name) {
        var row = store.topic(name).orElseThrow(() -> EventsApi.missing(name));
        return pages.page(
                request,
                "Topic " + name,
                "logtopic",
                Map.of(
                        "topic", row,
                        "partitions", LogApi.partitions(log, row),
                        "groups",
                                row.groups().stream()
                                        .map(group -> groups.standing(name, group))
                                        .toList()));
    }

    @GetMapping("/log/{topic}/events")
    @Allow(Permission.OPERATE)
    ResponseEntity<String> events(
            HttpServletRequest request,
            @PathVariable("topic") String name,
            @RequestParam Map<String, String> parameters) {
        return events(request, name, parameters, redaction);
    }

    @PostMapping("/log/{topic}/events")
    @Allow(value = Permission.OPERATE, action = "log.reveal")
    ResponseEntity<String> revealEvents(
            HttpServletRequest request,
            @PathVariable("topic") String name,
            @RequestParam Map<String, String> parameters) {
        return events(request, name, parameters, Redaction.NONE);
    }

    private ResponseEntity<String> events(
            HttpServletRequest request, String name, Map<String, String> parameters, Redaction by) {
        var topic = EventsApi.require(store, name);
        var found = EventsApi.LogQuery.of(parameters).run(log, topic, SHOWN);
        return pages.page(
                request,
                "Events of " + name,
                "logevents",
                Map.of(
                        "topic",
                        name,
                        "parameters",
                        parameters,
                        "events",
                        found.events().stream()
                                .map(event -> EventRow.of(event, by))
                                .toList(),
                        "next",
                        EventsApi.next(found),
                        "revealed",
                        redaction.isOn() && !by.isOn()));
    }

    @GetMapping("/log/{topic}/groups/{group}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> group(
            HttpServletRequest request, @PathVariable("topic") String topic, @PathVariable("group") String group) {
        return shown(request, topic, group, List.of(), "");
    }

    /** With a plan, nothing happens but that it is shown: the same form then does it. */
    @PostMapping("/log/{topic}/groups/{group}/reset")
    @Allow(value = Permission.OPERATE, action = "log.reset")
    ResponseEntity<String> reset(
            HttpServletRequest request,
            @PathVariable("topic") String topic,
            @PathVariable("group") String group,
            @RequestParam Map<String, String> form) {
        var to = form.getOrDefault("to", "").strip();
        var of = find(topic, group);
        if (form.containsKey("plan")) {
            return shown(request, topic, group, of.planReset(place(to)), to);
        }
        of.reset(place(to), NewDecision.by(request, form.getOrDefault("reason", "by hand")));
        return back(request, topic, group);
    }

    @PostMapping("/log/{topic}/groups/{group}/pause")
    @Allow(value = Permission.OPERATE, action = "log.pause")
    ResponseEntity<String> pause(
            HttpServletRequest request, @PathVariable("topic") String topic, @PathVariable("group") String group) {
        find(topic, group).pause(byHand(request));
        return back(request, topic, group);
    }

    @PostMapping("/log/{topic}/groups/{group}/resume")
    @Allow(value = Permission.OPERATE, action = "log.resume")
    ResponseEntity<String> resume(
            HttpServletRequest request, @PathVariable("topic") String topic, @PathVariable("group") String group) {
        find(topic, group).resume(byHand(request));
        return back(request, topic, group);
    }

    @PostMapping("/log/{topic}/groups/{group}/retry/{partition}/{unit}")
    @Allow(value = Permission.OPERATE, action = "log.retry")
    ResponseEntity<String> retry(
            HttpServletRequest request,
            @PathVariable("topic") String topic,
            @PathVariable("group") String group,
            @PathVariable("partition") int partition,
            @PathVariable("unit") long unit) {
        find(topic, group).retry(partition, unit, byHand(request));
        return back(request, topic, group);
    }

    @PostMapping("/log/{topic}/groups/{group}/skip/{partition}/{unit}")
    @Allow(value = Permission.OPERATE, action = "log.skip")
    ResponseEntity<String> skip(
            HttpServletRequest request,
            @PathVariable("topic") String topic,
            @PathVariable("group") String group,
            @PathVariable("partition") int partition,
            @PathVariable("unit") long unit) {
        find(topic, group).skip(partition, unit, byHand(request));
        return back(request, topic, group);
    }

    private ResponseEntity<String> shown(
            HttpServletRequest request, String topic, String group, List<Move> plan, String to) {
        return pages.page(
                request,
                "Group " + group,
                "loggroup",
                Map.of(
                        "group",
                        groups.standing(topic, group),
                        "parked",
                        find(topic, group).parked(SHOWN).stream()
                                .map(unit -> GroupStanding.ParkedUnit.of(unit, redaction))
                                .toList(),
                        "names",
                        store.readers(),
                        "plan",
                        plan,
                        "to",
                        to));
    }

    private LogGroup find(String topic, String group) {
        return log.group(EventsApi.require(store, topic), group);
    }

    private ResponseEntity<String> back(HttpServletRequest request, String topic, String group) {
        return pages.goTo(request, "/log/" + Words.step(topic) + "/groups/" + Words.step(group));
    }

    private static Decider byHand(HttpServletRequest request) {
        return NewDecision.by(request, "by hand");
    }

    private static StartAt place(String to) {
        try {
            return switch (to) {
                case "earliest" -> StartAt.earliest();
                case "latest" -> StartAt.latest();
                default ->
                    to.matches("\\d{1,18}") ? StartAt.offset(Long.parseLong(to)) : StartAt.time(Instant.parse(to));
            };
        } catch (DateTimeException wrong) {
            throw WebException.invalid(
                    "A place is earliest, latest, an offset or a time such as 2026-01-31T12:00:00Z: " + to);
        }
    }
}
