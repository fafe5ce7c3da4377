// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.Codec;
import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Sql;
import io.howdah.work.NewWork;
import java.util.List;
import java.util.Locale;

/** The statements that keep what follows a decision, and that do it. */
final class ContinuationStore {
    private static final Sql ADD_JOB = Sql.of("""
        insert into howdah.approval_continuation (approval_id, number, occasion, target, kind, max_attempts, timeout,
                                                  content_type, payload)
        values (:id, :number, :occasion, :target, :kind, :maxAttempts, :timeout, :contentType, :payload)
        """);

    private static final Sql ADD_MESSAGE = Sql.of("""
        insert into howdah.approval_continuation (approval_id, number, occasion, does, target, content_type, payload)
        values (:id, :number, :occasion, 'message', :target, :contentType, :payload)
        """);

    private static final Sql ADD_EVENT = Sql.of("""
        insert into howdah.approval_continuation (approval_id, number, occasion, does, target, kind, key, given_id,
                                                  source, subject, schema, headers, content_type, payload)
        values (:id, :number, :occasion, 'event', :target, :kind, :key, :givenId, :source, :subject, :schema,
                :headers::jsonb, :contentType, :payload)
        """);

    private static final Sql JOBS = Sql.of("""
        select next.target, next.kind, next.max_attempts, next.timeout, next.content_type, next.payload,
               request.correlation
        from howdah.approval_continuation next
        join howdah.approval request on request.id = next.approval_id
        where next.approval_id = :id
          and next.occasion = :occasion
          and next.does = 'job'
        order by next.number
        """);

    private static final Sql SEND = Sql.of("""
        select next.target,
               howdah.send_bytes(next.target, next.payload, next.content_type,
                                 correlation => request.correlation) as message
        from howdah.approval_continuation next
        join howdah.approval request on request.id = next.approval_id
        where next.approval_id = :id
          and next.occasion = :occasion
          and next.does = 'message'
        order by next.number
        """);

    private static final Sql APPEND = Sql.of("""
        select howdah.append_bytes(target, kind, payload, content_type, key, headers, given_id, source, subject,
                                   schema) as event
        from howdah.approval_continuation
        where approval_id = :id
          and occasion = :occasion
          and does = 'event'
        order by number
        """);

    private static final Sql DROP = Sql.of("""
        delete from howdah.approval_continuation next
        using howdah.approval request
        where request.id = :id
          and next.approval_id = request.id
          and next.occasion = request.stuck_on
        """);

    private final Db db;

    ContinuationStore(Db db) {
        this.db = db;
    }

    void add(ApprovalId id, int number, Continuation next, Codec codec) {
        switch (next) {
            case Continuation.Job job -> addJob(id, number, job, codec.encode(job.payload()));
            case Continuation.Message message ->
                add(ADD_MESSAGE, id, number, message, codec.encode(message.payload()))
                        .set("target", message.queue())
                        .update();
            case Continuation.Event event ->
                addEvent(id, number, event, codec.encode(event.event().payload()));
        }
    }

    private Query add(Sql sql, ApprovalId id, int number, Continuation next, Payload payload) {
        return db.run(sql)
                .set("id", id.value())
                .set("number", number)
                .set("occasion", word(next.occasion()))
                .set("contentType", payload.contentType())
                .set("payload", payload.bytes());
    }

    private void addJob(ApprovalId id, int number, Continuation.Job job, Payload payload) {
        var type = job.type();
        add(ADD_JOB, id, number, job, payload)
                .set("target", type.queue())
                .set("kind", type.name())
                .set("maxAttempts", type.retry().attempts())
                .set("timeout", type.timeout().orElse(null))
                .update();
    }

    private void addEvent(ApprovalId id, int number, Continuation.Event next, Payload payload) {
        var attributes = next.event().attributes();
        add(ADD_EVENT, id, number, next, payload)
                .set("target", next.topic())
                .set("kind", next.event().type())
                .set("key", attributes.key())
                .set("givenId", attributes.id())
                .set("source", attributes.source())
                .set("subject", attributes.subject())
                .set("schema", attributes.schema())
                .set("headers", Headers.json(attributes.headers()))
                .update();
    }

    List<NewWork> jobs(ApprovalId id, Occasion occasion) {
        return on(JOBS, id, occasion)
                .list(row -> NewWork.of(
                                row.string("target"),
                                row.string("kind"),
                                new Payload(row.bytes("payload"), row.string("content_type")))
                        .maxAttempts(row.integer("max_attempts"))
                        .timeout(row.durationOrNull("timeout"))
                        .correlation(row.stringOrNull("correlation"))
                        .build());
    }

    /** The answer is the queues that got one. */
    List<String> send(ApprovalId id, Occasion occasion) {
        return on(SEND, id, occasion).list(row -> row.string("target"));
    }

    void append(ApprovalId id, Occasion occasion) {
        on(APPEND, id, occasion).list(row -> row.number("event"));
    }

    /** What should follow on the occasion at which the request is stuck. */
    void drop(ApprovalId id) {
        db.run(DROP).set("id", id.value()).update();
    }

    private Query on(Sql sql, ApprovalId id, Occasion occasion) {
        return db.run(sql).set("id", id.value()).set("occasion", word(occasion));
    }

    private static String word(Occasion occasion) {
        return occasion.name().toLowerCase(Locale.ROOT);
    }
}
