// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The statements that take intents in, and those about what could not be. */
final class IntakeStore {
    private static final Sql ACCEPT = Sql.of("""
        select outcome, id, routes, reason, coalesce(queues, '{}')::bigint[] as queues,
               coalesce(logged, false) as logged, coalesce(people, '{}') as people, opened
        from howdah.notification_accept(:producer, jsonb_build_object(
               'key', :key::text, 'type', :type::text, 'to', to_jsonb(:recipients::text[]), 'subject', :subject::text,
               'text', :text::text, 'html', :html::text, 'template', :template::text, 'data', :data::jsonb,
               'priority', :priority::int, 'correlation', :correlation::text, 'notBefore', :notBefore::text,
               'keyFor', :keyFor::text))
        """);

    private static final Sql SUBMIT = Sql.of("""
        select outcome, id, routes, reason, coalesce(queues, '{}')::bigint[] as queues,
               coalesce(logged, false) as logged, coalesce(people, '{}') as people, opened
        from howdah.notification_submit(:producer, :raw)
        """);

    /** For what is made in the rest of this transaction; the answer is what it was before. */
    private static final Sql TRACE = Sql.of("""
        select coalesce(current_setting('howdah.traceparent', true), '') as before,
               set_config('howdah.traceparent', :trace::text, true) as present
        """);

    private static final Sql FIND_MALFORMED = Sql.of("""
        select id, producer, raw, code, reason, received_at, settled_by, settled_as
        from howdah.notification_malformed
        where id = :id
        """);

    private static final Sql LOCK_MALFORMED = Sql.of("""
        select producer, raw
        from howdah.notification_malformed
        where id = :id
          and settled_at is null
        for update
        """);

    private static final Sql LIST_MALFORMED = Sql.of("""
        select id, producer, raw, code, reason, received_at, settled_by, settled_as
        from howdah.notification_malformed
        where settled_at is null
          and id > :after
        order by id
        limit :limit
        """);

    private static final Sql SETTLE = Sql.of("""
        update howdah.notification_malformed
        set settled_at = howdah.now(), settled_by = :by, settled_as = :as
        where id = :id
          and settled_at is null
        """);

    private final Db db;

    IntakeStore(Db db) {
        this.db = db;
    }

    /** What the database answered, and who may be told after the commit. */
    record Answer(
            String outcome,
            @Nullable Long id,
            @Nullable Long routes,
            @Nullable String reason,
            List<Long> queues,
            boolean logged,
            List<String> people,
            boolean opened) {

        long requireId() {
            if (id == null) {
                throw new IllegalStateException("the answer " + outcome + " has no id");
            }
            return id;
        }

        int count() {
            return routes == null ? 0 : routes.intValue();
        }
    }

    /** What came, as it came. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    record Raw(String producer, byte[] bytes) {}

    /** What is made inside carries the trace; to be called in a transaction. */
    Answer traced(String trace, Supplier<Answer> intake) {
        var before = db.run(TRACE).set("trace", trace).one(row -> row.string("before"));
        var answer = intake.get();
        db.run(TRACE).set("trace", before).one(row -> row.string("before"));
        return answer;
    }

    Answer accept(Intent intent, @Nullable String data) {
        Instant notBefore = intent.notBefore();
        Duration keyFor = intent.keyFor();
        return answer(db.run(ACCEPT)
                .set("producer", intent.producer())
                .set("key", intent.key())
                .set("type", intent.type())
                .set("recipients", intent.recipients())
                .set("subject", intent.subject())
                .set("text", intent.text())
                .set("html", intent.html())
                .set("template", intent.template())
                .set("data", data)
                .set("priority", intent.priority())
                .set("correlation", intent.correlation())
                .set("notBefore", notBefore == null ? null : notBefore.toString())
                .set("keyFor", keyFor == null ? null : keyFor.toString()));
    }

    Answer submit(String producer, byte[] raw) {
        return answer(db.run(SUBMIT).set("producer", producer).set("raw", raw));
    }

    private static Answer answer(Query query) {
        return query.one(row -> new Answer(
                row.string("outcome"),
                row.numberOrNull("id"),
                row.numberOrNull("routes"),
                row.stringOrNull("reason"),
                row.numbers("queues"),
                row.bool("logged"),
                row.strings("people"),
                row.bool("opened")));
    }

    Optional<Malformed> findMalformed(MalformedId id) {
        return db.run(FIND_MALFORMED).set("id", id.value()).optional(IntakeStore::malformed);
    }

    List<Malformed> listMalformed(MalformedId after, int limit) {
        return db.run(LIST_MALFORMED)
                .set("after", after.value())
                .set("limit", limit)
                .list(IntakeStore::malformed);
    }

    /** Nobody else settles it before this transaction ends. */
    Optional<Raw> lockMalformed(MalformedId id) {
        return db.run(LOCK_MALFORMED)
                .set("id", id.value())
                .optional(row -> new Raw(row.string("producer"), row.bytes("raw")));
    }

    boolean settle(MalformedId id, String by, @Nullable Long as) {
        return db.run(SETTLE).set("id", id.value()).set("by", by).set("as", as).update() == 1;
    }

    private static Malformed malformed(Row row) throws SQLException {
        return new Malformed(
                new MalformedId(row.number("id")),
                row.string("producer"),
                row.bytes("raw"),
                row.string("code"),
                row.string("reason"),
                row.instant("received_at"),
                Optional.ofNullable(row.stringOrNull("settled_by")),
                Optional.ofNullable(row.numberOrNull("settled_as")).map(NotificationId::new));
    }
}
