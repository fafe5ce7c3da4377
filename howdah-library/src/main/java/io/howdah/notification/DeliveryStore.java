// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The statements that look at deliveries, and those by which people decide about them. */
final class DeliveryStore {
    private static final Sql FIND = Sql.of("""
        select *
        from howdah.notification_deliveries
        where delivery = :delivery
        """);

    private static final Sql LIST = Sql.of("""
        select *
        from howdah.notification_deliveries
        where id < :before
          and id >= :floor
          and (:state::text is null or state = :state)
          and :notification::bigint is null
          and (:channel::text is null or channel = :channel)
          and (:address::text is null or address = :address)
          and (:type::text is null or type = :type)
          and (:cause::text is null or cause = :cause)
          and (:producer::text is null or producer = :producer)
          and (:from::timestamptz is null or accepted_at >= :from)
          and (:to::timestamptz is null or accepted_at < :to)
        order by id desc
        limit :limit
        """);

    /** There is an index of the dead, which a bind for the state would not let be used. */
    private static final Sql LIST_DEAD = Sql.of("""
        select *
        from howdah.notification_deliveries
        where id < :before
          and id >= :floor
          and state = 'dead'
          and :state::text is not null
          and (:notification::bigint is null or notification_id = :notification)
          and (:channel::text is null or channel = :channel)
          and (:address::text is null or address = :address)
          and (:type::text is null or type = :type)
          and (:cause::text is null or cause = :cause)
          and (:producer::text is null or producer = :producer)
          and (:from::timestamptz is null or accepted_at >= :from)
          and (:to::timestamptz is null or accepted_at < :to)
        order by id desc
        limit :limit
        """);

    private static final Sql LIST_OF = Sql.of("""
        select *
        from howdah.notification_deliveries
        where id < :before
          and id >= :floor
          and notification_id = :notification
          and (:state::text is null or state = :state)
          and (:channel::text is null or channel = :channel)
          and (:address::text is null or address = :address)
          and (:type::text is null or type = :type)
          and (:cause::text is null or cause = :cause)
          and (:producer::text is null or producer = :producer)
          and (:from::timestamptz is null or accepted_at >= :from)
          and (:to::timestamptz is null or accepted_at < :to)
        order by id desc
        limit :limit
        """);

    /** The last row that a window reaches; none when it reaches the end. */
    private static final Sql WINDOW_END = Sql.of("""
        select id
        from howdah.notification_route
        where id < :before
        order by id desc
        offset :window - 1
        limit 1
        """);

    private static final Sql WINDOW_END_DEAD = Sql.of("""
        select id
        from howdah.notification_route
        where id < :before
          and state = 'dead'
        order by id desc
        offset :window - 1
        limit 1
        """);

    private static final Sql CAUSES = Sql.of("""
        select coalesce(cause, 'unknown') as cause, channel, count(*) as letters,
               count(distinct address) as addresses, min(coalesce(ended_at, since)) as first_at,
               max(coalesce(ended_at, since)) as last_at, (array_agg(error order by id desc))[1] as error
        from (
          select id, cause, channel, address, ended_at, since, error
          from howdah.notification_route
          where state = 'dead'
          order by id desc
          limit 10000) dead
        group by 1, channel
        order by letters desc, 1, channel
        limit 500
        """);

    /** The same as notification_redeliver asks of them. */
    private static final Sql COUNT_REDELIVERABLE = Sql.of("""
        select count(*) as routes
        from howdah.notification_route
        where id = any (:ids)
          and digest_of is null
          and channel not in ('inbox', 'topic', 'queue')
          and (state in ('dead', 'discarded') or (:withDelivered and state = 'delivered'))
        """);

    /** How many of the latest dead ones fit, and how many of these notification_redeliver would take. */
    private static final Sql COUNT_LATEST = Sql.of("""
        select count(*) as dead,
               count(*) filter (
                 where r.digest_of is null and r.channel not in ('inbox', 'topic', 'queue')) as redeliverable
        from howdah.notification_route r
        join howdah.notification n on n.id = r.notification_id
        where r.id >= :floor
          and r.state = 'dead'
          and :state::text is not null
          and (:notification::bigint is null or r.notification_id = :notification)
          and (:channel::text is null or r.channel = :channel)
          and (:address::text is null or r.address = :address)
          and (:type::text is null or n.type = :type)
          and (:cause::text is null or r.cause = :cause)
          and (:producer::text is null or n.producer = :producer)
          and (:from::timestamptz is null or n.accepted_at >= :from)
          and (:to::timestamptz is null or n.accepted_at < :to)
        """);

    /** What a process that died has tried is known to the engine only. */
    private static final Sql ATTEMPTS = Sql.of("""
        select a.at, a.result, a.status, a.took, a.peer, a.error, a.answer
        from howdah.notification_route r
        join howdah.notification_attempt a on a.route_id = r.id
        where r.delivery = :delivery
        union all
        select o.at, 'lost', null, o.took, null, o.error, null
        from howdah.notification_route r
        join howdah.work_outcome o on o.id = r.work_id
        where r.delivery = :delivery
          and o.state in ('lost', 'retried', 'dead')
          and not exists (
            select
            from howdah.notification_attempt a
            where a.route_id = r.id and a.work_id = o.id and a.attempt = o.attempt)
        order by at
        limit :limit
        """);

    private static final Sql ATTEMPTS_OF = Sql.of("""
        select r.delivery, a.at, a.result, a.status, a.took, a.peer, a.error, a.answer
        from howdah.notification_route r
        join howdah.notification_attempt a on a.route_id = r.id
        where r.notification_id = :notification
        union all
        select r.delivery, o.at, 'lost', null, o.took, null, o.error, null
        from howdah.notification_route r
        join howdah.work_outcome o on o.id = r.work_id
        where r.notification_id = :notification
          and o.state in ('lost', 'retried', 'dead')
          and not exists (
            select
            from howdah.notification_attempt a
            where a.route_id = r.id and a.work_id = o.id and a.attempt = o.attempt)
        order by at
        limit :limit
        """);

    private static final Sql REDELIVER = Sql.of("""
        select id, queue
        from howdah.notification_redeliver(:ids, howdah.now() + :first::interval, :gap, :withDelivered)
        """);

    private static final Sql DISCARD = Sql.of("""
        update howdah.notification_route
        set state = 'discarded', version = version + 1
        where id = any (:ids)
          and state = 'dead'
        """);

    private final Db db;

    DeliveryStore(Db db) {
        this.db = db;
    }

    /** A delivery and the number of its row. */
    record Found(long row, Delivery delivery) {}

    /** The row that is to be delivered again, and the queue that it is in now. */
    record Redelivered(long row, int queue) {}

    Optional<Found> find(DeliveryId id) {
        return db.run(FIND).set("delivery", id.value()).optional(DeliveryStore::found);
    }

    List<Found> list(DeliveryFilter.Choices choices, long before, int limit) {
        return list(choices, before, 0, limit);
    }

    DeliveryPage page(DeliveryFilter.Choices choices, long before, int limit) {
        var floor = choices.notification() == null ? floor(choices, before) : 0;
        var found = list(choices, before, floor, limit + 1);
        var page = found.stream().limit(limit).map(Found::delivery).toList();
        var next = found.size() > limit ? found.get(limit - 1).row() : floor;
        return new DeliveryPage(page, next == 0 ? Optional.empty() : Optional.of(new DeliveryPage.Place(next)));
    }

    private long floor(DeliveryFilter.Choices choices, long before) {
        return db.run("dead".equals(choices.state()) ? WINDOW_END_DEAD : WINDOW_END)
                .set("before", before)
                .set("window", NotificationStore.WINDOW)
                .optional(row -> row.number("id"))
                .orElse(0L);
    }

    private List<Found> list(DeliveryFilter.Choices choices, long before, long floor, int limit) {
        var statement = "dead".equals(choices.state()) ? LIST_DEAD : choices.notification() == null ? LIST : LIST_OF;
        return choose(db.run(statement), choices)
                .set("before", before)
                .set("floor", floor)
                .set("limit", limit)
                .list(DeliveryStore::found);
    }

    private static Query choose(Query query, DeliveryFilter.Choices choices) {
        return query.set("state", choices.state())
                .set("channel", choices.channel())
                .set("address", choices.address())
                .set("type", choices.type())
                .set("cause", choices.cause())
                .set("producer", choices.producer())
                .set("notification", choices.notification())
                .set("from", choices.from())
                .set("to", choices.to());
    }

    List<DeliveryAttempt> attempts(DeliveryId id, int limit) {
        return db.run(ATTEMPTS).set("delivery", id.value()).set("limit", limit).list(DeliveryStore::attempt);
    }

    Map<DeliveryId, List<DeliveryAttempt>> attempts(NotificationId id, int limit) {
        return db
                .run(ATTEMPTS_OF)
                .set("notification", id.value())
                .set("limit", limit)
                .list(row -> Map.entry(new DeliveryId(row.uuid("delivery")), attempt(row)))
                .stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    private static DeliveryAttempt attempt(Row row) throws SQLException {
        return new DeliveryAttempt(
                row.instant("at"),
                row.string("result"),
                Optional.ofNullable(row.numberOrNull("status")).map(Math::toIntExact),
                Optional.ofNullable(row.durationOrNull("took")),
                Optional.ofNullable(row.stringOrNull("peer")),
                Optional.ofNullable(row.stringOrNull("error")),
                Optional.ofNullable(row.stringOrNull("answer")));
    }

    List<DeadCause> causes() {
        return db.run(CAUSES)
                .list(row -> new DeadCause(
                        row.string("cause"),
                        row.string("channel"),
                        row.number("letters"),
                        row.number("addresses"),
                        row.instant("first_at"),
                        row.instant("last_at"),
                        Optional.ofNullable(row.stringOrNull("error"))));
    }

    DeadCount countLatest(DeliveryFilter.Choices choices) {
        var floor = floor(choices, Long.MAX_VALUE);
        return choose(db.run(COUNT_LATEST), choices)
                .set("floor", floor)
                .one(row -> new DeadCount(row.number("dead"), row.number("redeliverable"), floor == 0));
    }

    long countRedeliverable(long[] rows, Redelivery how) {
        return db.run(COUNT_REDELIVERABLE)
                .set("ids", rows)
                .set("withDelivered", how.isWithDelivered())
                .one(row -> row.number("routes"));
    }

    /** @param before how many of the same sweep were before these, each of which takes its gap */
    List<Redelivered> redeliver(long[] rows, Redelivery how, long before) {
        return db.run(REDELIVER)
                .set("ids", rows)
                .set("first", how.gap().multipliedBy(before))
                .set("gap", how.gap())
                .set("withDelivered", how.isWithDelivered())
                .list(row -> new Redelivered(row.number("id"), row.integer("queue")));
    }

    long discard(long[] rows) {
        return db.run(DISCARD).set("ids", rows).update();
    }

    private static Found found(Row row) throws SQLException {
        return new Found(
                row.number("id"),
                new Delivery(
                        new DeliveryId(row.uuid("delivery")),
                        new NotificationId(row.number("notification_id")),
                        row.string("type"),
                        row.string("channel"),
                        row.string("address"),
                        Optional.ofNullable(row.stringOrNull("person")),
                        DeliveryState.valueOf(row.string("state").toUpperCase(Locale.ROOT)),
                        row.integer("attempts"),
                        row.instant("accepted_at"),
                        Optional.ofNullable(row.instantOrNull("ended_at")),
                        Optional.ofNullable(row.stringOrNull("cause")),
                        Optional.ofNullable(row.stringOrNull("error")),
                        Optional.ofNullable(row.stringOrNull("correlation"))));
    }
}
