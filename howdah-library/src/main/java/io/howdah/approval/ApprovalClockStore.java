// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The statements that find what time has done to requests, and that leave alone for a while what cannot be said. */
final class ApprovalClockStore {
    private static final Sql EXPIRED = Sql.of("""
        select id
        from howdah.approval
        where state = 'pending'
          and greatest(expires_at, stuck_until) <= (select howdah.now())
        order by greatest(expires_at, stuck_until)
        limit :most
        for update skip locked
        """);

    private static final Sql TO_REMIND = Sql.of("""
        select id
        from howdah.approval
        where state = 'pending'
          and remind_at is not null
          and greatest(remind_at, stuck_until) <= (select howdah.now())
        order by greatest(remind_at, stuck_until)
        limit :most
        for update skip locked
        """);

    private static final Sql TO_ESCALATE = Sql.of("""
        select id
        from howdah.approval
        where state = 'pending'
          and escalate_at is not null
          and not escalated
          and greatest(escalate_at, stuck_until) <= (select howdah.now())
        order by greatest(escalate_at, stuck_until)
        limit :most
        for update skip locked
        """);

    private static final Sql REMINDED = Sql.of("""
        update howdah.approval
        set remind_at = howdah.now() + remind_every,
            stuck_on = null, stuck_because = null, stuck_times = 0, stuck_until = null
        where id = :id
        """);

    private static final Sql ESCALATED = Sql.of("""
        update howdah.approval
        set escalated = true, stuck_on = null, stuck_because = null, stuck_times = 0, stuck_until = null
        where id = :id
        """);

    /** Five seconds at first, five minutes in the end. */
    private static final Sql STUCK = Sql.of("""
        update howdah.approval
        set stuck_on = :occasion, stuck_because = left(:cause, 2000), stuck_times = stuck_times + 1,
            stuck_until = howdah.now() + least(interval '5 minutes', interval '5 seconds' * 2 ^ least(stuck_times, 6))
        where id = :id
        """);

    private static final Sql FORGET = Sql.of("""
        delete from howdah.approval
        where id in (
          select id
          from howdah.approval
          where state <> 'pending'
            and decided_at <= (select howdah.now()) - :keep::interval
          limit :most
          for update skip locked)
        """);

    private final Db db;

    ApprovalClockStore(Db db) {
        this.db = db;
    }

    List<ApprovalId> expired(int most) {
        return due(EXPIRED, most);
    }

    List<ApprovalId> toRemindOf(int most) {
        return due(TO_REMIND, most);
    }

    List<ApprovalId> toEscalate(int most) {
        return due(TO_ESCALATE, most);
    }

    private List<ApprovalId> due(Sql which, int most) {
        return db.run(which).set("most", most).list(row -> new ApprovalId(row.number("id")));
    }

    void reminded(ApprovalId id) {
        db.run(REMINDED).set("id", id.value()).update();
    }

    void escalated(ApprovalId id) {
        db.run(ESCALATED).set("id", id.value()).update();
    }

    void stuck(ApprovalId id, Occasion occasion, String cause) {
        db.run(STUCK)
                .set("id", id.value())
                .set("occasion", occasion.name().toLowerCase(Locale.ROOT))
                .set("cause", cause)
                .update();
    }

    long forget(Duration keep, int most) {
        return db.run(FORGET).set("keep", keep).set("most", most).update();
    }
}
