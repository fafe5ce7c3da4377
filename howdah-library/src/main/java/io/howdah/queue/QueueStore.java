// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements behind looking after queues. */
final class QueueStore {
    private static final Sql SETTINGS = Sql.of("""
        select howdah.message_settings(howdah.queue_id(:queue), :visibility, :deliveries,
                                       (select howdah.queue_id(letters) from unnest(array[:letters::text]) letters
                                        where letters is not null),
                                       :keep)
        """);

    /** What happened lately is read once for all queues: a minute's outcomes, found by their time. */
    private static final Sql LIST = Sql.of("""
        select queue.name, queue.paused_at, queue.visibility, queue.max_deliveries, letters.name as letters, queue.keep,
               depth.ready, depth.in_flight, depth.delayed, depth.blocked,
               greatest(clock_timestamp() - depth.oldest, interval '0') as oldest,
               coalesce(recent.done, 0) as done, coalesce(recent.failed, 0) as failed, coalesce(recent.dead, 0) as dead
        from (
          select *
          from howdah.queue
          where name > :after
            and (:only::text is null or name = :only)
          order by name
          limit :most
        ) queue
        left join howdah.queue letters on letters.id = queue.dead_letter_id
        cross join lateral howdah.queue_depth(queue.id, :counted) depth
        left join (
          select queue_id, count(*) filter (where state = 'done') as done,
                 count(*) filter (where state in ('retried', 'lost')) as failed,
                 count(*) filter (where state = 'dead') as dead
          from howdah.work_outcome
          where at > (select clock_timestamp() - interval '1 minute')
          group by queue_id
        ) recent on recent.queue_id = queue.id
        order by queue.name
        """);

    private static final Sql PEEK = Sql.of("""
        select peeked.id, attempt, priority, lane, correlation, headers, content_type, payload,
               howdah.work_time(peeked.id) as sent_at
        from howdah.queue queue
        cross join lateral howdah.message_peek(queue.id, :most) peeked
        where queue.name = :queue
        """);

    private static final Sql NEWEST =
            Sql.of("select howdah.work_id_at(clock_timestamp() + interval '1 millisecond') as id");

    private static final Sql PURGE = Sql.of("""
        select howdah.message_purge(id, :before, :most) as purged
        from howdah.queue
        where name = :queue
        """);

    private static final Sql REDRIVE = Sql.of("""
        select looked, moved, next_place
        from howdah.queue letters
        cross join lateral howdah.message_redrive(letters.id, :place, :most, :origin, :reason,
                                                  howdah.now() + :before * :gap::interval, :gap) redriven
        where letters.name = :queue
        """);

    private static final Sql REDRIVABLE = Sql.of("""
        select count(*) as letters
        from (
          select
          from howdah.queue letters
          join howdah.work_ready ready on ready.queue_id = letters.id
          join howdah.work_body body on body.id = ready.id
          where letters.name = :queue and ready.kind_id = howdah.message_kind()
            and body.headers ->> 'dead-letter-queue' is not null
            and (:origin::text is null or body.headers ->> 'dead-letter-queue' = :origin)
            and position(:reason in coalesce(body.headers ->> 'dead-letter-reason', '')) > 0
          limit :most
        ) redrivable
        """);

    private static final Sql WITH_HISTORY = Sql.of("select id from howdah.queue where keep is not null order by id");

    private static final Sql FORGET = Sql.of("select howdah.message_forget(:queue, :most) as looked");

    private final Db db;

    QueueStore(Db db) {
        this.db = db;
    }

    QueueStore on(Db transaction) {
        return new QueueStore(transaction);
    }

    void settings(String queue, QueueSettings settings) {
        db.run(SETTINGS)
                .set("queue", queue)
                .set("visibility", settings.visibility())
                .set("deliveries", settings.maxDeliveries().orElse(null))
                .set("letters", settings.deadLetters().orElse(null))
                .set("keep", settings.history().orElse(null))
                .execute();
    }

    /** The queues after a name, or only the one. */
    List<QueueInfo> list(String after, @Nullable String only, int most) {
        return db.run(LIST)
                .set("after", after)
                .set("only", only)
                .set("most", most)
                .set("counted", QueueInfo.MOST_COUNTED)
                .list(QueueStore::info);
    }

    private static QueueInfo info(Row row) throws SQLException {
        var settings = new QueueSettings(
                row.duration("visibility"),
                Optional.ofNullable(row.numberOrNull("max_deliveries")).map(Math::toIntExact),
                Optional.ofNullable(row.stringOrNull("letters")),
                Optional.ofNullable(row.durationOrNull("keep")));
        return new QueueInfo(
                row.string("name"),
                Optional.ofNullable(row.instantOrNull("paused_at")),
                settings,
                row.number("ready"),
                row.number("in_flight"),
                row.number("delayed"),
                row.number("blocked"),
                Optional.ofNullable(row.durationOrNull("oldest")),
                row.number("done"),
                row.number("failed"),
                row.number("dead"));
    }

    List<WaitingMessage> peek(String queue, int most) {
        return db.run(PEEK)
                .set("queue", queue)
                .set("most", most)
                .list(row -> new WaitingMessage(
                        new MessageId(row.number("id")),
                        new Payload(row.bytes("payload"), row.string("content_type")),
                        row.integer("attempt"),
                        row.integer("priority"),
                        Headers.parse(row.stringOrNull("headers")),
                        Optional.ofNullable(row.stringOrNull("lane")),
                        Optional.ofNullable(row.stringOrNull("correlation")),
                        row.instant("sent_at")));
    }

    /** An id that is larger than those of all messages so far. */
    long newest() {
        return db.run(NEWEST).one(row -> row.number("id"));
    }

    int purge(String queue, long before, int most) {
        return db.run(PURGE)
                .set("queue", queue)
                .set("before", before)
                .set("most", most)
                .one(row -> row.integer("purged"));
    }

    /** @param before how many were moved before, so that these come due after them */
    Redriven redrive(String queue, RedriveOptions options, List<Long> place, int most, long before) {
        return db.run(REDRIVE)
                .set("queue", queue)
                .set("place", place.stream().mapToLong(Long::longValue).toArray())
                .set("most", most)
                .set("origin", options.origin().orElse(null))
                .set("reason", options.reason())
                .set("before", before)
                .set("gap", options.gap().orElse(null))
                .one(row -> new Redriven(row.integer("looked"), row.integer("moved"), row.numbers("next_place")));
    }

    long redrivable(String queue, RedriveOptions options) {
        return db.run(REDRIVABLE)
                .set("queue", queue)
                .set("origin", options.origin().orElse(null))
                .set("reason", options.reason())
                .set("most", options.most())
                .one(row -> row.number("letters"));
    }

    /** Queues whose history is shorter than that of all. */
    List<Integer> withHistory() {
        return db.run(WITH_HISTORY).list(row -> row.integer("id"));
    }

    /** Forgets some of what ended too long ago; the answer is how many it looked at. */
    int forget(int queue, int most) {
        return db.run(FORGET).set("queue", queue).set("most", most).one(row -> row.integer("looked"));
    }

    /** How many letters were looked at and sent again, and the place of the last. */
    record Redriven(int looked, int moved, List<Long> place) {}
}
