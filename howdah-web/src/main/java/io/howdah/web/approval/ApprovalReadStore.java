// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.approval;

import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import java.util.List;

/** The statement behind how a request stands. It reads the rows of one request by their key. */
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

    private final ReadStore reads;

    ApprovalReadStore(ReadStore reads) {
        this.reads = reads;
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
}
