// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import io.howdah.web.access.Journal;
import java.util.List;
import java.util.Optional;

/** The statements behind the audit. */
final class AuditStore {
    private static final Sql BEGIN = Sql.of("""
        insert into howdah.audit (actor, action, subject, address, member)
        values (:actor, :action, :subject, :address, :member)
        returning id
        """);

    private static final Sql END = Sql.of("""
        insert into howdah.audit_outcome (audit_id, outcome)
        values (:id, :outcome)
        """);

    private static final Sql LIST = Sql.of("""
        select audit.id, audit.at, audit.actor, audit.action, audit.subject, audit.address, audit.member,
               outcome.outcome
        from (select * from howdah.audit where id < :before order by id desc limit :most) audit
        left join howdah.audit_outcome outcome on outcome.audit_id = audit.id
        order by audit.id desc
        """);

    private final Db db;

    AuditStore(Db db) {
        this.db = db;
    }

    long begin(Journal.Change change, String member) {
        return db.run(BEGIN)
                .set("actor", change.actor())
                .set("action", change.action())
                .set("subject", change.subject())
                .set("address", change.address())
                .set("member", member)
                .one(row -> row.number("id"));
    }

    void end(long id, String outcome) {
        db.run(END).set("id", id).set("outcome", outcome).update();
    }

    List<AuditRow> list(long before, int most) {
        return db.run(LIST)
                .set("before", before)
                .set("most", most)
                .list(row -> new AuditRow(
                        row.number("id"),
                        row.instant("at"),
                        row.string("actor"),
                        row.string("action"),
                        row.string("subject"),
                        row.string("address"),
                        row.string("member"),
                        Optional.ofNullable(row.stringOrNull("outcome"))));
    }
}
