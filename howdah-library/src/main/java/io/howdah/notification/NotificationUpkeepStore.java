// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;

/** The statements that forget, and the one that finds routes whose work was ended by others. */
final class NotificationUpkeepStore {
    private static final Sql RECONCILE = Sql.of("select howdah.notification_reconcile(:since) as changed");

    private static final Sql PARTITIONS = Sql.of("select howdah.notification_partitions(:ahead, :keep) as dropped");

    /** Nothing that waits is forgotten, however old. */
    private static final Sql FORGET = Sql.of("""
        delete from howdah.notification
        where id in (
          select n.id
          from howdah.notification n
          where n.accepted_at <= (select howdah.now()) - :records::interval
            and (n.key is null or n.key_until <= (select howdah.now()))
            and not exists (
              select
              from howdah.notification_route r
              where r.notification_id = n.id
                and (r.state in ('waiting', 'gathered')
                  or (r.state in ('dead', 'discarded')
                    and n.accepted_at > (select howdah.now()) - :deadLetters::interval)))
          order by n.accepted_at
          limit :most
          for update skip locked)
        """);

    private static final Sql FORGET_MALFORMED = Sql.of("""
        delete from howdah.notification_malformed
        where id in (
          select id
          from howdah.notification_malformed
          where received_at <= (select howdah.now()) - :keep::interval
          order by received_at
          limit :most
          for update skip locked)
        """);

    private static final Sql FORGET_INBOX = Sql.of("""
        delete from howdah.notification_inbox
        where id in (
          select id
          from howdah.notification_inbox
          where visible_at <= (select howdah.now()) - :keep::interval
          limit :most
          for update skip locked)
        """);

    private final Db db;

    NotificationUpkeepStore(Db db) {
        this.db = db;
    }

    int reconcile(Duration since) {
        return db.run(RECONCILE).set("since", since).one(row -> row.integer("changed"));
    }

    void partitions(int ahead, Duration keep) {
        db.run(PARTITIONS).set("ahead", ahead).set("keep", keep).execute();
    }

    long forget(Duration records, Duration deadLetters, int most) {
        return db.run(FORGET)
                .set("records", records)
                .set("deadLetters", deadLetters)
                .set("most", most)
                .update();
    }

    long forgetMalformed(Duration keep, int most) {
        return db.run(FORGET_MALFORMED).set("keep", keep).set("most", most).update();
    }

    long forgetInbox(Duration keep, int most) {
        return db.run(FORGET_INBOX).set("keep", keep).set("most", most).update();
    }
}
