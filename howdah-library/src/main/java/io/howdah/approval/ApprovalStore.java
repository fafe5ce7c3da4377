// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that make requests and move them on. */
final class ApprovalStore {
    private static final Sql ADD = Sql.of("""
        insert into howdah.approval (subject, requester, acting_for, digest, content_type, details, labels, correlation,
                                     distinct_voters, reject_after, glass_people, glass_groups, requested_at,
                                     expires_at, remind_every, remind_at, escalate_at, escalate_people,
                                     escalate_groups)
        select :subject, :requester, :actingFor, :digest, :contentType, :details,
               jsonb_object(:labelNames::text[], :labelValues::text[]), :correlation, :distinct, :rejectAfter,
               :glassPeople, :glassGroups, present, present + :expiresAfter::interval, :remindEvery::interval,
               present + :remindEvery::interval, present + :escalateAfter::interval, :escalatePeople, :escalateGroups
        from howdah.now() as present
        returning id
        """);

    private static final Sql ADD_RULE = Sql.of("""
        insert into howdah.approval_rule (approval_id, number, name, needed, people, groups)
        values (:id, :number, :name, :needed, :people, :groups)
        """);

    private static final Sql OLDER = Sql.of("""
        select id
        from howdah.approval
        where subject = :subject
          and state = 'pending'
          and id <> :id
        order by id
        for update
        """);

    private static final Sql LOG = Sql.of("select howdah.approval_log(:id, :action, :actor, :actingFor, :comment)");

    private static final Sql VOTE = Sql.of("""
        insert into howdah.approval_vote (approval_id, voter, for_whom, groups, approves, comment, at)
        values (:id, :voter, :represented, :groups, :approves, :comment, howdah.now())
        """);

    private static final Sql DECIDE = Sql.of("""
        update howdah.approval
        set state = :state, decided_at = howdah.now(), decided_by = :by, reason = :reason,
            stuck_on = null, stuck_because = null, stuck_times = 0, stuck_until = null
        where id = :id
          and state = 'pending'
        """);

    private static final Sql REVISE = Sql.of("""
        with voided as (
          update howdah.approval_vote
          set void = true
          where approval_id = :id
            and not void
        )
        update howdah.approval
        set digest = :digest
        where id = :id
        """);

    private static final Sql FREE = Sql.of("""
        update howdah.approval
        set stuck_on = null, stuck_because = null, stuck_times = 0, stuck_until = null
        where id = :id
          and stuck_on is not null
        """);

    private final Db db;

    ApprovalStore(Db db) {
        this.db = db;
    }

    ApprovalId add(ApprovalRequest request, @Nullable Payload details) {
        var policy = request.policy();
        var escalation = policy.escalation();
        var labels = request.labels();
        var id = new ApprovalId(db.run(ADD)
                .set("subject", request.subject())
                .set("requester", request.requester())
                .set("actingFor", request.actingFor())
                .set("digest", request.digest())
                .set("contentType", details == null ? null : details.contentType())
                .set("details", details == null ? null : details.bytes())
                .set("labelNames", labels.keySet().toArray(String[]::new))
                .set("labelValues", labels.values().toArray(String[]::new))
                .set("correlation", request.correlation())
                .set("distinct", policy.distinctVoters())
                .set("rejectAfter", policy.rejectAfter())
                .set("glassPeople", people(policy.breakGlass()))
                .set("glassGroups", groups(policy.breakGlass()))
                .set("expiresAfter", policy.expiresAfter())
                .set("remindEvery", policy.remindEvery().orElse(null))
                .set(
                        "escalateAfter",
                        escalation.map(ApprovalPolicy.Escalation::after).orElse(null))
                .set("escalatePeople", people(escalates(escalation)))
                .set("escalateGroups", groups(escalates(escalation)))
                .one(row -> row.number("id")));
        addRules(id, policy.rules());
        return id;
    }

    private void addRules(ApprovalId id, List<ApprovalRule> rules) {
        for (int i = 0; i < rules.size(); i++) {
            db.run(ADD_RULE)
                    .set("id", id.value())
                    .set("number", i + 1)
                    .set("name", rules.get(i).name())
                    .set("needed", rules.get(i).needed())
                    .set("people", people(rules.get(i).approvers()))
                    .set("groups", groups(rules.get(i).approvers()))
                    .update();
        }
    }

    private static Approvers escalates(Optional<ApprovalPolicy.Escalation> escalation) {
        return escalation.map(ApprovalPolicy.Escalation::approvers).orElse(Approvers.NOBODY);
    }

    private static String[] people(Approvers approvers) {
        return approvers.people().toArray(String[]::new);
    }

    private static String[] groups(Approvers approvers) {
        return approvers.groups().toArray(String[]::new);
    }

    /** Those for the same subject that still wait, locked. */
    List<ApprovalId> older(ApprovalId id, String subject) {
        return db.run(OLDER)
                .set("subject", subject)
                .set("id", id.value())
                .list(row -> new ApprovalId(row.number("id")));
    }

    void log(ApprovalId id, String action, Voter actor, @Nullable String comment) {
        db.run(LOG)
                .set("id", id.value())
                .set("action", action)
                .set("actor", actor.name())
                .set("actingFor", actor.onBehalfOf().orElse(null))
                .set("comment", comment)
                .execute();
    }

    void vote(ApprovalId id, Case.CastVote vote, @Nullable String comment) {
        db.run(VOTE)
                .set("id", id.value())
                .set("voter", vote.voter())
                .set("represented", vote.represented())
                .set("groups", vote.groups().toArray(String[]::new))
                .set("approves", vote.approves())
                .set("comment", comment)
                .update();
    }

    /** Exactly one may: the row is locked, and it is pending. */
    void decide(ApprovalId id, ApprovalState state, String by, @Nullable String reason) {
        var changed = db.run(DECIDE)
                .set("id", id.value())
                .set("state", state.name().toLowerCase(Locale.ROOT))
                .set("by", by)
                .set("reason", reason)
                .update();
        if (changed != 1) {
            throw new IllegalStateException("approval " + id + " was decided while its row was held");
        }
    }

    void revise(ApprovalId id, String digest) {
        db.run(REVISE).set("id", id.value()).set("digest", digest).update();
    }

    /** False when it was not stuck. */
    boolean free(ApprovalId id) {
        return db.run(FREE).set("id", id.value()).update() > 0;
    }
}
