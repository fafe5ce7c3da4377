// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.approval.Voter;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import java.util.List;

/** The statements behind how a request stands, for whom, and who votes for whom. They read few rows by their keys. */
final class ApprovalReadStore {
    private static final Sql RULES = Sql.of("""
        select rule.name, rule.needed, rule.people, rule.groups,
               array(select vote.for_whom
                     from howdah.approval_vote vote
                     where vote.approval_id = rule.approval_id
                       and not vote.void
                       and vote.approves
                       and (vote.for_whom = any (rule.people) or vote.groups && rule.groups)
                     order by vote.at) as approved_by
        from howdah.approval_rule rule
        where rule.approval_id = :id
        order by rule.number
        """);

    /** As for those who are shown what waits for them, and whoever may break the glass. */
    private static final Sql ENTITLED = Sql.of("""
        select request.requester <> :name
                 and request.acting_for is distinct from :name
                 and not exists (
                   select from howdah.approval_vote vote
                   where vote.approval_id = request.id and not vote.void
                     and (vote.voter = :name or vote.for_whom = :name))
                 and not exists (
                   select from howdah.approval_delegation given
                   where given.delegate = :name and given.delegator = request.requester
                     and (select howdah.now()) between given.from_at and given.until)
                 and (exists (
                     select from howdah.approval_rule rule
                     where rule.approval_id = request.id
                       and (:name = any (rule.people) or rule.groups && :groups::text[]))
                   or coalesce(request.escalate_at <= (select howdah.now())
                     and (:name = any (request.escalate_people) or request.escalate_groups && :groups::text[]), false))
                 as may_vote,
               request.requester <> :name
                 and (:name = any (request.glass_people) or request.glass_groups && :groups::text[]) as may_break
        from howdah.approval request
        where request.id = :id
          and request.state = 'pending'
          and request.expires_at > (select howdah.now())
        """);

    private static final Sql DELEGATIONS = Sql.of("""
        (select delegator, delegate, groups, from_at, until
         from howdah.approval_delegation
         where delegator = :name
           and until > (select howdah.now())
         order by until
         limit 200)
        union all
        (select delegator, delegate, groups, from_at, until
         from howdah.approval_delegation
         where delegate = :name
           and until > (select howdah.now())
         order by until
         limit 200)
        """);

    private final ReadStore reads;

    ApprovalReadStore(ReadStore reads) {
        this.reads = reads;
    }

    /** Those that somebody gave and got, which hold now. */
    List<DelegationRow> delegations(String name) {
        return reads.look(db -> db.run(DELEGATIONS)
                .set("name", name)
                .list(row -> new DelegationRow(
                        row.string("delegator"),
                        row.string("delegate"),
                        row.strings("groups"),
                        row.instant("from_at"),
                        row.instant("until"))));
    }

    List<RuleStanding> rules(long id) {
        return reads.look(db -> db.run(RULES)
                .set("id", id)
                .list(row -> new RuleStanding(
                        row.string("name"),
                        row.integer("needed"),
                        row.strings("people"),
                        row.strings("groups"),
                        row.strings("approved_by"))));
    }

    Entitlement entitlement(long id, Voter voter) {
        return reads.look(db -> db.run(ENTITLED)
                .set("id", id)
                .set("name", voter.name())
                .set("groups", voter.groups().toArray(String[]::new))
                .optional(row -> new Entitlement(row.bool("may_vote"), row.bool("may_break")))
                .orElse(Entitlement.NONE));
    }
}
