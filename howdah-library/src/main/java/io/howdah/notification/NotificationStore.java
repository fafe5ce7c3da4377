// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.notification.NotificationFilter.Choices;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The statements that look at notifications as they were taken in. */
final class NotificationStore {
    /** How many are looked through for one page, however few of them fit. */
    static final int WINDOW = 2_000;

    private static final Sql LIST = Sql.of("""
        with found as materialized (
          select newest.*
          from (select * from howdah.notification where id < :before order by id desc limit :window) newest
          where (:producer::text is null or producer = :producer)
            and (:key::text is null or key = :key)
            and (:type::text is null or type = :type)
            and (:correlation::text is null or correlation = :correlation)
            and (:from::timestamptz is null or accepted_at >= :from)
            and (:to::timestamptz is null or accepted_at < :to)
          order by id desc
          limit :limit)
        select n.id, n.producer, n.key, n.type, n.priority, n.correlation, n.accepted_at, n.routes, s.*
        from found n
        cross join lateral (
          select count(*) filter (where r.state in ('waiting', 'gathered')) as waiting,
                 count(*) filter (where r.state = 'delivered') as delivered,
                 count(*) filter (where r.state = 'dead') as dead
          from (select state from howdah.notification_route where notification_id = n.id limit 1000) r) s
        order by n.id desc
        """);

    /** Few have a correlation in common, and an index finds them, however old they are; so it is with a key. */
    private static final Sql LIST_OF = Sql.of("""
        select n.id, n.producer, n.key, n.type, n.priority, n.correlation, n.accepted_at, n.routes, s.*
        from howdah.notification n
        cross join lateral (
          select count(*) filter (where r.state in ('waiting', 'gathered')) as waiting,
                 count(*) filter (where r.state = 'delivered') as delivered,
                 count(*) filter (where r.state = 'dead') as dead
          from (select state from howdah.notification_route where notification_id = n.id limit 1000) r) s
        where n.id < :before
          and (n.correlation = :correlation or (n.producer = :producer and n.key = :key))
          and (:producer::text is null or n.producer = :producer)
          and (:key::text is null or n.key = :key)
          and (:type::text is null or n.type = :type)
          and (:correlation::text is null or n.correlation = :correlation)
          and (:from::timestamptz is null or n.accepted_at >= :from)
          and (:to::timestamptz is null or n.accepted_at < :to)
        order by n.id desc
        limit :limit
        """);

    private static final Sql FIND = Sql.of("""
        select n.id, n.producer, n.key, n.type, n.priority, n.correlation, n.accepted_at, n.routes, s.*
        from howdah.notification n
        cross join lateral (
          select count(*) filter (where r.state in ('waiting', 'gathered')) as waiting,
                 count(*) filter (where r.state = 'delivered') as delivered,
                 count(*) filter (where r.state = 'dead') as dead
          from (select state from howdah.notification_route where notification_id = n.id limit 1000) r) s
        where n.id = :id
        """);

    private static final Sql CONTENT = Sql.of("""
        select subject, body, html, data
        from howdah.notification
        where id = :id
        """);

    /** The last id that a window reaches; none when it reaches the end. */
    private static final Sql WINDOW_END = Sql.of("""
        select id
        from howdah.notification
        where id < :before
        order by id desc
        offset :window - 1
        limit 1
        """);

    private final Db db;

    NotificationStore(Db db) {
        this.db = db;
    }

    Optional<Notification> find(NotificationId id) {
        return db.run(FIND).set("id", id.value()).optional(NotificationStore::notification);
    }

    Optional<NotificationContent> content(NotificationId id) {
        return db.run(CONTENT)
                .set("id", id.value())
                .optional(row -> new NotificationContent(
                        Optional.ofNullable(row.stringOrNull("subject")),
                        Optional.ofNullable(row.stringOrNull("body")),
                        Optional.ofNullable(row.stringOrNull("html")),
                        Optional.ofNullable(row.stringOrNull("data"))));
    }

    NotificationPage list(Choices choices, int limit) {
        var indexed = choices.correlation() != null || (choices.producer() != null && choices.key() != null);
        var found = indexed
                ? choose(db.run(LIST_OF), choices).set("limit", limit + 1).list(NotificationStore::notification)
                : choose(db.run(LIST), choices)
                        .set("window", WINDOW)
                        .set("limit", limit + 1)
                        .list(NotificationStore::notification);
        if (found.size() > limit) {
            var page = List.copyOf(found.subList(0, limit));
            return new NotificationPage(page, Optional.of(page.getLast().id()));
        }
        return new NotificationPage(found, indexed ? Optional.empty() : windowEnd(choices.before()));
    }

    private Optional<NotificationId> windowEnd(long before) {
        return db.run(WINDOW_END)
                .set("before", before)
                .set("window", WINDOW)
                .optional(row -> new NotificationId(row.number("id")));
    }

    private static Query choose(Query query, Choices choices) {
        return query.set("before", choices.before())
                .set("producer", choices.producer())
                .set("key", choices.key())
                .set("type", choices.type())
                .set("correlation", choices.correlation())
                .set("from", choices.from())
                .set("to", choices.to());
    }

    private static Notification notification(Row row) throws SQLException {
        return new Notification(
                new NotificationId(row.number("id")),
                row.string("producer"),
                Optional.ofNullable(row.stringOrNull("key")),
                row.string("type"),
                row.integer("priority"),
                Optional.ofNullable(row.stringOrNull("correlation")),
                row.instant("accepted_at"),
                row.integer("routes"),
                row.integer("waiting"),
                row.integer("delivered"),
                row.integer("dead"));
    }
}
