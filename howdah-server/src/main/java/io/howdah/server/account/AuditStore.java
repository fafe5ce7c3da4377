// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import io.howdah.web.access.Journal;
import io.howdah.web.api.Slice;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** The statements behind the audit, which is never shortened: so a page walks over so many rows and no more. */
final class AuditStore {
    private static final int WALK = 20_000;

    private static final Sql BEGIN = Sql.of("""
        insert into howdah.audit (actor, action, subject, address, member)
        values (:actor, :action, :subject, :address, :member)
        returning id
        """);

    private static final Sql END = Sql.of("""
        insert into howdah.audit_outcome (audit_id, outcome)
        values (:id, :outcome)
        """);

    /** Those of the walked rows that match, and behind them where the walk ended, if there may be more. */
    private static final String MATCHED = """
        , place as materialized (
          select at, id
          from walked
          where (select count(*) from walked) = :walk
          order by at, id
          limit 1
        )
        select place.at as reached_at, place.id as reached_id, found.*, outcome.outcome
        from (select 1) always
        left join place on true
        left join (
          select *
          from walked
          where (:actor::text is null or actor = :actor)
            and (:action::text is null or action = :action)
            and (:subject::text is null or strpos(subject, :subject) > 0)
          order by at desc, id desc
          limit :most
        ) found on true
        left join howdah.audit_outcome outcome on outcome.audit_id = found.id
        order by found.at desc, found.id desc
        """;

    private static final Sql ALL = Sql.of("""
        with walked as materialized (
          select *
          from howdah.audit
          where (at, id) < (:at::timestamptz, :id) and at < :until::timestamptz and at >= :from::timestamptz
          order by at desc, id desc
          limit :walk
        )
        """ + MATCHED);

    private static final Sql BY_ACTOR = Sql.of("""
        with walked as materialized (
          select *
          from howdah.audit
          where actor = :actor
            and (at, id) < (:at::timestamptz, :id) and at < :until::timestamptz and at >= :from::timestamptz
          order by at desc, id desc
          limit :walk
        )
        """ + MATCHED);

    private static final Sql BY_ACTION = Sql.of("""
        with walked as materialized (
          select *
          from howdah.audit
          where action = :action
            and (at, id) < (:at::timestamptz, :id) and at < :until::timestamptz and at >= :from::timestamptz
          order by at desc, id desc
          limit :walk
        )
        """ + MATCHED);

    /** Before and after everything, and within what PostgreSQL has. */
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-01-01T00:00:00Z");

    private final Db db;
    private final ReadStore reads;

    AuditStore(Db db, ReadStore reads) {
        this.db = db;
        this.reads = reads;
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

    /** The newest first. A page that few match ends where its walk does, and the next one goes on from there. */
    Slice<AuditRow> list(AuditFilter filter, Optional<AuditFilter.Place> after, int limit) {
        var sql = filter.actor().isPresent() ? BY_ACTOR : filter.action().isPresent() ? BY_ACTION : ALL;
        var rows = reads.look(look -> look.run(sql)
                .set("at", bounded(after.map(AuditFilter.Place::at).orElse(LAST)))
                .set("id", after.map(AuditFilter.Place::id).orElse(Long.MAX_VALUE))
                .set("from", bounded(filter.from().orElse(FIRST)))
                .set("until", bounded(filter.until().orElse(LAST)))
                .set("actor", filter.actor().orElse(null))
                .set("action", filter.action().orElse(null))
                .set("subject", filter.subject().orElse(null))
                .set("walk", WALK)
                .set("most", limit + 1)
                .list(AuditStore::walked));
        var found = rows.stream().flatMap(row -> row.row().stream()).toList();
        if (found.size() > limit) {
            var page = found.subList(0, limit);
            return new Slice<>(page, Optional.of(page.getLast().place()));
        }
        return new Slice<>(found, rows.getFirst().reached());
    }

    private static Instant bounded(Instant time) {
        return time.isBefore(FIRST) ? FIRST : time.isAfter(LAST) ? LAST : time;
    }

    private record Walked(Optional<AuditRow> row, Optional<String> reached) {}

    private static Walked walked(Row row) throws SQLException {
        var reached = row.instantOrNull("reached_at");
        return new Walked(
                row.numberOrNull("id") == null ? Optional.empty() : Optional.of(found(row)),
                reached == null
                        ? Optional.empty()
                        : Optional.of(new AuditFilter.Place(reached, row.number("reached_id")).toString()));
    }

    private static AuditRow found(Row row) throws SQLException {
        return new AuditRow(
                Long.toString(row.number("id")),
                row.instant("at"),
                row.string("actor"),
                row.string("action"),
                row.string("subject"),
                row.string("address"),
                row.string("member"),
                Optional.ofNullable(row.stringOrNull("outcome")));
    }
}
