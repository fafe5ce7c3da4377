// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The statements that look at requests, and at who may vote for whom. */
final class ApprovalReadStore {
    /** What waits too long has expired, whether or not somebody has said so. */
    private static final Sql LOCK = Sql.of("""
        select request.*, howdah.approval_state(request) as state_now,
               array(select label.key from jsonb_each_text(request.labels) label order by label.key) as label_names,
               array(select label.value from jsonb_each_text(request.labels) label order by label.key) as label_values,
               coalesce(request.escalate_at <= howdah.now(), false) as escalated_now
        from howdah.approval request
        where request.id = :id
        for update
        """);

    private static final Sql RULES = Sql.of("""
        select name, needed, people, groups
        from howdah.approval_rule
        where approval_id = :id
        order by number
        """);

    private static final Sql VOTES = Sql.of("""
        select voter, for_whom, groups, approves
        from howdah.approval_vote
        where approval_id = :id
          and not void
        order by at, voter
        """);

    private static final Sql LIST = Sql.of("""
        select request.*, howdah.approval_state(request) as state_now,
               array(select label.key from jsonb_each_text(request.labels) label order by label.key) as label_names,
               array(select label.value from jsonb_each_text(request.labels) label order by label.key) as label_values
        from howdah.approval request
        where (:id::bigint is null or request.id = :id)
          and (:subject::text is null or request.subject = :subject)
          and (:requester::text is null or request.requester = :requester)
          and (:correlation::text is null or request.correlation = :correlation)
          and request.labels @> jsonb_object(:labelNames::text[], :labelValues::text[])
          and (:before::bigint is null or request.id < :before)
        order by request.id desc
        limit :limit
        """);

    /** What has expired may be stored as if it were still waiting. The latest of each are found by an index. */
    private static final Sql LIST_STATE = Sql.of("""
        select request.*
        from unnest(:stored::text[]) as stored (state)
        cross join lateral (
          select one.*, howdah.approval_state(one) as state_now,
                 array(select label.key from jsonb_each_text(one.labels) label order by label.key) as label_names,
                 array(select label.value from jsonb_each_text(one.labels) label order by label.key) as label_values
          from howdah.approval one
          where one.state = stored.state
            and howdah.approval_state(one) = :state
            and (:subject::text is null or one.subject = :subject)
            and (:requester::text is null or one.requester = :requester)
            and (:correlation::text is null or one.correlation = :correlation)
            and one.labels @> jsonb_object(:labelNames::text[], :labelValues::text[])
            and (:before::bigint is null or one.id < :before)
          order by one.id desc
          limit :limit
        ) request
        order by request.id desc
        limit :limit
        """);

    /** Whether it is theirs at all comes first: of most it is not. */
    private static final Sql WAITING_FOR = Sql.of("""
        select request.*, 'pending' as state_now,
               array(select label.key from jsonb_each_text(request.labels) label order by label.key) as label_names,
               array(select label.value from jsonb_each_text(request.labels) label order by label.key) as label_values
        from howdah.approval request
        where request.state = 'pending'
          and request.expires_at > (select howdah.now())
          and request.requester <> :name
          and request.acting_for is distinct from :name
          and case when exists (
                select from howdah.approval_rule rule
                where rule.approval_id = request.id and (:name = any (rule.people) or rule.groups && :groups::text[]))
              or request.escalate_at <= (select howdah.now())
                and (:name = any (request.escalate_people) or request.escalate_groups && :groups::text[])
            then not exists (
                select from howdah.approval_vote vote
                where vote.approval_id = request.id and not vote.void
                  and (vote.voter = :name or vote.for_whom = :name))
              and not exists (
                select from howdah.approval_delegation given
                where given.delegate = :name and given.delegator = request.requester
                  and (select howdah.now()) between given.from_at and given.until)
            else false end
        order by request.expires_at
        limit :limit
        """);

    private static final Sql STUCK = Sql.of("""
        select request.*, howdah.approval_state(request) as state_now,
               array(select label.key from jsonb_each_text(request.labels) label order by label.key) as label_names,
               array(select label.value from jsonb_each_text(request.labels) label order by label.key) as label_values
        from howdah.approval request
        where request.stuck_on is not null
        order by request.id
        limit :limit
        """);

    private static final Sql STEPS = Sql.of("""
        select number, at, action, actor, acting_for, comment
        from howdah.approval_step
        where approval_id = :id
        order by number
        limit :limit
        """);

    private static final Sql TAMPERED = Sql.of("select howdah.approval_tampered(:id) as step");

    private static final Sql DELEGATE = Sql.of("""
        insert into howdah.approval_delegation (delegator, groups, delegate, from_at, until)
        values (:delegator, :groups, :delegate, howdah.now(), howdah.now() + :period::interval)
        """);

    private static final Sql REVOKE = Sql.of("""
        update howdah.approval_delegation
        set until = greatest(howdah.now(), from_at + interval '1 microsecond')
        where delegator = :delegator
          and delegate = :delegate
          and until > howdah.now()
        """);

    private static final Sql DELEGATED = Sql.of("""
        select groups
        from howdah.approval_delegation
        where delegator = :delegator
          and delegate = :delegate
          and howdah.now() between from_at and until
        order by id desc
        limit 1
        """);

    private final Db db;

    ApprovalReadStore(Db db) {
        this.db = db;
    }

    /** Locks the request, so that whatever follows in this transaction is the only thing that happens to it. */
    Case lock(ApprovalId id) {
        var found = db.run(LOCK).set("id", id.value()).optional(row -> readCase(id, row));
        return found.orElseThrow(() -> new UnknownApprovalException(id));
    }

    private Case readCase(ApprovalId id, Row row) throws SQLException {
        return new Case(
                approval(row),
                Optional.ofNullable(row.stringOrNull("acting_for")),
                row.bool("distinct_voters"),
                row.integer("reject_after"),
                approvers(row, "glass_people", "glass_groups"),
                row.bool("escalated_now") ? approvers(row, "escalate_people", "escalate_groups") : Approvers.NOBODY,
                rules(id),
                votes(id));
    }

    private List<ApprovalRule> rules(ApprovalId id) {
        return db.run(RULES)
                .set("id", id.value())
                .list(row -> new ApprovalRule(
                        row.string("name"), row.integer("needed"), approvers(row, "people", "groups")));
    }

    private List<Case.CastVote> votes(ApprovalId id) {
        return db.run(VOTES)
                .set("id", id.value())
                .list(row -> new Case.CastVote(
                        row.string("voter"),
                        row.string("for_whom"),
                        Set.copyOf(row.strings("groups")),
                        row.bool("approves")));
    }

    private static Approvers approvers(Row row, String people, String groups) throws SQLException {
        return new Approvers(Set.copyOf(row.strings(people)), Set.copyOf(row.strings(groups)));
    }

    Optional<Approval> find(ApprovalId id) {
        return choose(db.run(LIST), ApprovalFilter.all(), 1)
                .set("id", id.value())
                .optional(ApprovalReadStore::approval);
    }

    List<Approval> list(ApprovalFilter filter, int limit) {
        if (filter.state().isEmpty()) {
            return choose(db.run(LIST), filter, limit).set("id", null).list(ApprovalReadStore::approval);
        }
        var state = filter.state().get();
        return choose(db.run(LIST_STATE), filter, limit)
                .set("state", word(state))
                .set(
                        "stored",
                        state == ApprovalState.EXPIRED
                                ? new String[] {word(state), word(ApprovalState.PENDING)}
                                : new String[] {word(state)})
                .list(ApprovalReadStore::approval);
    }

    private static String word(ApprovalState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Query choose(Query query, ApprovalFilter filter, int limit) {
        return query.set("subject", filter.subject().orElse(null))
                .set("requester", filter.requester().orElse(null))
                .set("correlation", filter.correlation().orElse(null))
                .set("labelNames", filter.labels().keySet().toArray(String[]::new))
                .set("labelValues", filter.labels().values().toArray(String[]::new))
                .set("before", filter.before().map(ApprovalId::value).orElse(null))
                .set("limit", limit);
    }

    List<Approval> waitingFor(Voter voter, int limit) {
        return db.run(WAITING_FOR)
                .set("name", voter.name())
                .set("groups", voter.groups().toArray(String[]::new))
                .set("limit", limit)
                .list(ApprovalReadStore::approval);
    }

    List<Approval> stuck(int limit) {
        return db.run(STUCK).set("limit", limit).list(ApprovalReadStore::approval);
    }

    List<ApprovalStep> steps(ApprovalId id, int limit) {
        return db.run(STEPS)
                .set("id", id.value())
                .set("limit", limit)
                .list(row -> new ApprovalStep(
                        row.integer("number"),
                        row.instant("at"),
                        row.string("action"),
                        row.string("actor"),
                        Optional.ofNullable(row.stringOrNull("acting_for")),
                        Optional.ofNullable(row.stringOrNull("comment"))));
    }

    Optional<Integer> tampered(ApprovalId id) {
        return db.run(TAMPERED)
                .set("id", id.value())
                .one(row -> Optional.ofNullable(row.numberOrNull("step")))
                .map(Math::toIntExact);
    }

    void delegate(Voter delegator, String delegate, Duration period) {
        db.run(DELEGATE)
                .set("delegator", delegator.name())
                .set("groups", delegator.groups().toArray(String[]::new))
                .set("delegate", delegate)
                .set("period", period)
                .update();
    }

    boolean revoke(String delegator, String delegate) {
        return db.run(REVOKE)
                        .set("delegator", delegator)
                        .set("delegate", delegate)
                        .update()
                > 0;
    }

    /** The groups in whose name somebody may vote for somebody else now; empty when he may not. */
    Optional<Set<String>> delegated(String delegator, String delegate) {
        return db.run(DELEGATED)
                .set("delegator", delegator)
                .set("delegate", delegate)
                .optional(row -> Set.copyOf(row.strings("groups")));
    }

    private static Approval approval(Row row) throws SQLException {
        var details = row.bytesOrNull("details");
        return new Approval(
                new ApprovalId(row.number("id")),
                row.string("subject"),
                row.string("requester"),
                ApprovalState.valueOf(row.string("state_now").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.stringOrNull("digest")),
                labels(row.strings("label_names"), row.strings("label_values")),
                Optional.ofNullable(row.stringOrNull("correlation")),
                row.instant("requested_at"),
                row.instant("expires_at"),
                Optional.ofNullable(row.instantOrNull("decided_at")),
                Optional.ofNullable(row.stringOrNull("decided_by")),
                Optional.ofNullable(row.stringOrNull("reason")),
                details == null ? Optional.empty() : Optional.of(new Payload(details, row.string("content_type"))),
                stuck(row));
    }

    private static Optional<Approval.Stuck> stuck(Row row) throws SQLException {
        var occasion = row.stringOrNull("stuck_on");
        return occasion == null
                ? Optional.empty()
                : Optional.of(new Approval.Stuck(
                        Occasion.valueOf(occasion.toUpperCase(Locale.ROOT)),
                        row.string("stuck_because"),
                        row.integer("stuck_times"),
                        row.instant("stuck_until")));
    }

    private static Map<String, String> labels(List<String> names, List<String> values) {
        var labels = new HashMap<String, String>();
        for (int i = 0; i < names.size(); i++) {
            labels.put(names.get(i), values.get(i));
        }
        return Map.copyOf(labels);
    }
}
