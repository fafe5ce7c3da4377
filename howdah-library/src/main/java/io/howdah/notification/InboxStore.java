// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.util.List;
import java.util.Optional;

/** The statements about inboxes. */
final class InboxStore {
    private static final Sql UNREAD = Sql.of("""
        select count(*) as unread
        from (
          select
          from howdah.notification_inbox
          where person = :person
            and read_at is null
            and visible_at <= (select howdah.now())
          limit 10000) counted
        """);

    private static final Sql LIST = Sql.of("""
        select id, notification_id, type, subject, body, data, visible_at, read_at
        from howdah.notification_inbox
        where person = :person
          and id < :before
          and visible_at <= (select howdah.now())
        order by id desc
        limit :limit
        """);

    private static final Sql READ = Sql.of("""
        update howdah.notification_inbox
        set read_at = howdah.now()
        where person = :person
          and id = any (:numbers)
          and read_at is null
        """);

    private static final Sql READ_UP_TO = Sql.of("""
        update howdah.notification_inbox
        set read_at = howdah.now()
        where person = :person
          and id <= :last
          and read_at is null
          and visible_at <= (select howdah.now())
        """);

    private final Db db;
    private final String person;

    InboxStore(Db db, String person) {
        this.db = db;
        this.person = person;
    }

    int unread() {
        return db.run(UNREAD).set("person", person).one(row -> row.integer("unread"));
    }

    List<InboxItem> list(long before, int limit) {
        return db.run(LIST)
                .set("person", person)
                .set("before", before)
                .set("limit", limit)
                .list(row -> new InboxItem(
                        row.number("id"),
                        new NotificationId(row.number("notification_id")),
                        row.string("type"),
                        Optional.ofNullable(row.stringOrNull("subject")),
                        Optional.ofNullable(row.stringOrNull("body")),
                        Optional.ofNullable(row.stringOrNull("data")),
                        row.instant("visible_at"),
                        Optional.ofNullable(row.instantOrNull("read_at"))));
    }

    long read(long[] numbers) {
        return db.run(READ).set("person", person).set("numbers", numbers).update();
    }

    long readUpTo(long last) {
        return db.run(READ_UP_TO).set("person", person).set("last", last).update();
    }
}
