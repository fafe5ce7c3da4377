// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

import io.howdah.log.EventLog;
import io.howdah.log.LogGroup;
import io.howdah.log.Move;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Groups of readers as a resource. */
@RestController
final class GroupsApi {
    private static final String GROUP = "/api/v1/log/topics/{topic}/groups/{group}";

    private final EventLog log;
    private final LogReadStore store;
    private final Redaction redaction;
    private final Api api;

    GroupsApi(EventLog log, LogReadStore store, Redaction redaction, Api api) {
        this.redaction = redaction;
        this.log = log;
        this.store = store;
        this.api = api;
    }

    @GetMapping(GROUP)
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("topic") String topic, @PathVariable("group") String group) {
        return api.ok(standing(topic, group));
    }

    GroupStanding standing(String topic, String group) {
        return GroupStanding.of(
                topic, group, store.pausedAt(topic, group), group(topic, group).lag(), redaction);
    }

    @GetMapping(GROUP + "/parked")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> parked(
            @PathVariable("topic") String topic,
            @PathVariable("group") String group,
            @RequestParam(required = false) @Nullable Integer limit) {
        var units = group(topic, group).parked(Slice.limit(limit)).stream()
                .map(unit -> GroupStanding.ParkedUnit.of(unit, redaction))
                .toList();
        return api.ok(new Slice<>(units, Optional.empty()));
    }

    @PostMapping(GROUP + "/pause")
    @Allow(value = Permission.OPERATE, action = "log.pause")
    ResponseEntity<byte[]> pause(
            @PathVariable("topic") String topic, @PathVariable("group") String group, HttpServletRequest request) {
        var decision = api.bodyIfAny(request, NewDecision.NewGroupSwitch.class);
        return api.once(request, () -> {
            group(topic, group).pause(NewDecision.by(request, decision.reason()));
            return standing(topic, group);
        });
    }

    @PostMapping(GROUP + "/resume")
    @Allow(value = Permission.OPERATE, action = "log.resume")
    ResponseEntity<byte[]> resume(
            @PathVariable("topic") String topic, @PathVariable("group") String group, HttpServletRequest request) {
        var decision = api.bodyIfAny(request, NewDecision.NewGroupSwitch.class);
        return api.once(request, () -> {
            group(topic, group).resume(NewDecision.by(request, decision.reason()));
            return standing(topic, group);
        });
    }

    @PostMapping(path = GROUP + "/reset", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "log.reset")
    ResponseEntity<byte[]> reset(
            @PathVariable("topic") String topic, @PathVariable("group") String group, HttpServletRequest request) {
        var decision = api.body(request, NewDecision.NewGroupReset.class);
        return api.once(request, () -> {
            var of = group(topic, group);
            var moves = decision.isDryRun()
                    ? of.planReset(decision.place())
                    : of.reset(decision.place(), NewDecision.by(request, decision.reason()));
            return new Moves(
                    decision.isDryRun(), moves.stream().map(GroupMove::of).toList());
        });
    }

    @PostMapping(path = GROUP + "/seek", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "log.seek")
    ResponseEntity<byte[]> seek(
            @PathVariable("topic") String topic, @PathVariable("group") String group, HttpServletRequest request) {
        var decision = api.body(request, NewDecision.NewGroupSeek.class);
        var partition = decision.requirePartition();
        var offset = decision.requireOffset();
        return api.once(
                request,
                () -> new Moves(
                        false,
                        List.of(GroupMove.of(group(topic, group)
                                .seek(partition, offset, NewDecision.by(request, decision.reason()))))));
    }

    @PostMapping(path = GROUP + "/retry", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "log.retry")
    ResponseEntity<byte[]> retry(
            @PathVariable("topic") String topic, @PathVariable("group") String group, HttpServletRequest request) {
        var decision = api.body(request, NewDecision.NewGroupParked.class);
        return api.once(
                request,
                () -> new DecisionTaken(group(topic, group)
                        .retry(
                                decision.requirePartition(),
                                decision.requireUnit(),
                                NewDecision.by(request, decision.reason()))));
    }

    @PostMapping(path = GROUP + "/skip", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "log.skip")
    ResponseEntity<byte[]> skip(
            @PathVariable("topic") String topic, @PathVariable("group") String group, HttpServletRequest request) {
        var decision = api.body(request, NewDecision.NewGroupParked.class);
        return api.once(
                request,
                () -> new DecisionTaken(group(topic, group)
                        .skip(
                                decision.requirePartition(),
                                decision.requireUnit(),
                                NewDecision.by(request, decision.reason()))));
    }

    private LogGroup group(String topic, String group) {
        return log.group(EventsApi.require(store, topic), group);
    }

    /** @param dryRun nothing was changed; so would it be */
    record Moves(boolean dryRun, List<GroupMove> moves) {}

    /** @param replayed how many events are handled again, or left out if it is negative */
    record GroupMove(int partition, String from, String to, long replayed) {
        static GroupMove of(Move move) {
            return new GroupMove(
                    move.partition(), Long.toString(move.from()), Long.toString(move.to()), move.replayed());
        }
    }

    /** @param taken false when it was not for anybody to decide */
    record DecisionTaken(boolean taken) {}
}
