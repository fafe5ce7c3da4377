// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Sql;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The statements that add work. */
final class AddStore {
    /** One statement, one round trip, no lock and no look at anything else. */
    private static final Sql ADD = Sql.of("""
        with item as materialized (
          select seq, howdah.work_id(seq) as id
          from (select howdah.work_next() as seq) as next
        ), body as (
          insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, timeout, correlation, trace,
                                        content_type, payload)
          select id, :queue, :kind, :priority, :maxAttempts, :timeout, :correlation, :trace, :contentType, :payload
          from item
        ), ready as (
          insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
          select :queue, :priority, seq, id, 0, :kind, 0
          from item
        )
        select id from item
        """);

    private static final Sql ADD_MANY = Sql.of("""
        with given as materialized (
          select howdah.work_next() as seq, given.*
          from unnest(:queues::int[], :kinds::int[], :priorities::int[], :waits::interval[], :dues::timestamptz[],
                      :maxAttempts::int[], :timeouts::interval[], :correlations::text[], :traces::text[],
                      :lanes::text[], :parents::text[], :headers::jsonb[], :contentTypes::text[], :payloads::bytea[],
                      :ties::text[])
            with ordinality as given (queue_id, kind_id, priority, wait, due, max_attempts, timeout, correlation,
                                      trace, lane, parent, headers, content_type, payload, tie, place)
        ), item as materialized (
          select howdah.work_id(seq) as id, coalesce(due, howdah.now() + wait) as due_at,
                 2 * (lane is not null)::int + 16 * (tie <> 'NONE')::int as flags, given.*
          from given
        ), body as (
          insert into howdah.work_body (id, queue_id, kind_id, priority, max_attempts, timeout, correlation, trace,
                                        lane, parent_id, headers, content_type, payload)
          select id, queue_id, kind_id, priority, max_attempts, timeout, correlation, trace, lane, parent::bigint,
                 headers, content_type, payload
          from item
        ), ready as (
          insert into howdah.work_ready (queue_id, priority, seq, id, attempt, kind_id, flags)
          select queue_id, priority, seq, id, 0, kind_id, flags
          from item
          where due_at is null and lane is null and tie <> 'WAITING'
        ), inbox as (
          insert into howdah.work_inbox (queue_id, seq, lane, id, priority, attempt, kind_id, flags)
          select queue_id, seq, lane, id, priority, 0, kind_id, flags
          from item
          where due_at is null and lane is not null and tie <> 'WAITING'
        ), deferred as (
          insert into howdah.work_deferred (id, due_at, queue_id, priority, kind_id, flags, attempt)
          select id, due_at, queue_id, priority, kind_id, flags, 0
          from item
          where due_at is not null and tie <> 'WAITING'
        ), waiting as (
          insert into howdah.work_waiting (id, queue_id, priority, kind_id, flags, wait, due_at)
          select id, queue_id, priority, kind_id, flags, wait, due
          from item
          where tie = 'WAITING'
        )
        select id from item order by place
        """);

    private static final Sql ADD_UNIQUE = Sql.of("""
        select id, added
        from howdah.work_add(:queue, :kind, :priority, coalesce(:dueAt, howdah.now() + :wait::interval), :maxAttempts,
                             :timeout, :correlation, :trace, :uniqueKey, :conflict, :period, :lane, :parent,
                             :headers::jsonb, :contentType, :payload)
        """);

    private final Db db;
    private final CatalogStore catalog;

    AddStore(Db db, CatalogStore catalog) {
        this.db = db;
        this.catalog = catalog;
    }

    AddStore on(Db transaction) {
        return new AddStore(transaction, catalog.on(transaction));
    }

    /** The id of the new work, or of the one that has its key already. */
    Added add(NewWork work) {
        if (work.uniqueness().isPresent()) {
            return addUnique(work, work.uniqueness().get());
        }
        return work.isPlain()
                ? new Added(bind(db.run(ADD), work).one(row -> row.number("id")), true)
                : new Added(addAll(List.of(work)).getFirst(), true);
    }

    private Added addUnique(NewWork work, Uniqueness uniqueness) {
        openGate(work);
        return bind(db.run(ADD_UNIQUE), work)
                .set("dueAt", work.dueAt())
                .set("wait", work.delay())
                .set("uniqueKey", uniqueness.key())
                .set("conflict", uniqueness.conflict().name().toLowerCase(Locale.ROOT))
                .set("period", uniqueness.period().orElse(null))
                .set("lane", work.lane())
                .set("parent", work.parent())
                .set("headers", Headers.json(work.headers()))
                .one(row -> new Added(row.number("id"), row.bool("added")));
    }

    private Query bind(Query query, NewWork work) {
        return query.set("queue", catalog.queue(work.queue()))
                .set("kind", catalog.kind(work.kind()))
                .set("priority", work.priority())
                .set("maxAttempts", work.maxAttempts())
                .set("timeout", work.timeout())
                .set("correlation", work.correlation())
                .set("trace", work.trace())
                .set("contentType", work.payload().contentType())
                .set("payload", work.payload().bytes());
    }

    /** Many in one statement, none with a unique key; the ids are in the order of the works. */
    List<Long> addAll(List<NewWork> works) {
        works.forEach(this::openGate);
        return db.run(ADD_MANY)
                .set("queues", numbers(works, work -> catalog.queue(work.queue())))
                .set("kinds", numbers(works, work -> catalog.kind(work.kind())))
                .set("priorities", numbers(works, NewWork::priority))
                .set("waits", texts(works, NewWork::delay))
                .set("dues", works.stream().map(NewWork::dueAt).toArray(Instant[]::new))
                .set("maxAttempts", numbers(works, NewWork::maxAttempts))
                .set("timeouts", texts(works, NewWork::timeout))
                .set("correlations", texts(works, NewWork::correlation))
                .set("traces", texts(works, NewWork::trace))
                .set("lanes", texts(works, NewWork::lane))
                .set("parents", texts(works, NewWork::parent))
                .set("headers", texts(works, work -> Headers.json(work.headers())))
                .set("contentTypes", texts(works, work -> work.payload().contentType()))
                .set(
                        "payloads",
                        works.stream().map(work -> work.payload().bytes()).toArray(byte[][]::new))
                .set("ties", texts(works, NewWork::tie))
                .list(row -> row.number("id"));
    }

    /** What names stand for is asked for on a connection of its own, before a transaction of ours has taken another. */
    void learnNames(List<NewWork> works) {
        for (var work : works) {
            catalog.queue(work.queue());
            catalog.kind(work.kind());
            openGate(work);
        }
    }

    private void openGate(NewWork work) {
        if (work.lane() != null) {
            catalog.openGate(work.queue());
        }
    }

    private static int[] numbers(List<NewWork> works, ToIntFunction<NewWork> number) {
        return works.stream().mapToInt(number).toArray();
    }

    private static @Nullable String[] texts(List<NewWork> works, Function<NewWork, @Nullable Object> value) {
        var texts = new @Nullable String[works.size()];
        for (int i = 0; i < texts.length; i++) {
            var found = value.apply(works.get(i));
            texts[i] = found == null ? null : found.toString();
        }
        return texts;
    }
}
