// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that find jobs by filter, and deal with those that failed. */
final class SearchStore {
    private static final Sql FAILED = Sql.of("""
        select ids, next_at, next_id
        from howdah.job_failed_page(:states, :queue, :type, :key, :correlation,
                                    coalesce(:from::timestamptz, '-infinity'),
                                    coalesce(:before::timestamptz, 'infinity'), :beforeId, :look, :most)
        """);

    private static final Sql PENDING = Sql.of("""
        select ids, null::timestamptz as next_at, next_id
        from howdah.job_pending_page(:queue, :type, :key, :correlation, coalesce(:from::timestamptz, '2025-01-01Z'),
                                     least(:beforeId, howdah.work_id_at(:before::timestamptz)), :look, :most)
        """);

    private static final Sql INFO = Sql.of("""
        select info.*
        from howdah.job_info(:ids) as info
        """);

    private static final Sql RETRY = Sql.of("""
        select answer, id
        from howdah.job_retry(:id, :type, :contentType, :payload)
        """);

    private static final Sql RETRY_ALL = Sql.of("""
        select queue.name, count(*) as count
        from unnest(:ids::bigint[]) as wanted (id)
        cross join lateral howdah.job_retry(wanted.id, null, null, null) as retry
        join howdah.work_body body on body.id = wanted.id
        join howdah.queue queue on queue.id = body.queue_id
        where retry.answer = 'ok'
        group by queue.name
        """);

    private static final Sql DISCARD_ALL = Sql.of("""
        select count(*) as count
        from unnest(:ids::bigint[]) as wanted (id)
        where howdah.job_discard(wanted.id, :reason)
        """);

    private final Db db;

    SearchStore(Db db) {
        this.db = db;
    }

    /**
     * Ids that match, and where to go on.
     *
     * @param most at most so many
     * @param look after so many were looked at
     */
    Found failed(JobFilter.Choices filter, Optional<JobPage.Place> after, int look, int most) {
        var before = after.map(JobPage.Place::at).orElse(filter.until());
        return db.run(FAILED)
                .set("states", filter.states())
                .set("queue", filter.queue())
                .set("type", filter.type())
                .set("key", filter.key())
                .set("correlation", filter.correlation())
                .set("from", filter.from())
                .set("before", before)
                // All that ended at the very moment of "until" are excluded, those of a place only from its id on.
                .set("beforeId", after.map(JobPage.Place::id).orElse(0L))
                .set("look", look)
                .set("most", most)
                .one(row -> new Found(row.numbers("ids"), row.instantOrNull("next_at"), row.numberOrNull("next_id")));
    }

    Found pending(JobFilter.Choices filter, Optional<JobPage.Place> after, int look, int most) {
        return db.run(PENDING)
                .set("queue", filter.queue())
                .set("type", filter.type())
                .set("key", filter.key())
                .set("correlation", filter.correlation())
                .set("from", filter.from())
                .set("before", filter.until())
                .set("beforeId", after.map(JobPage.Place::id).orElse(Long.MAX_VALUE))
                .set("look", look)
                .set("most", most)
                .one(row -> new Found(
                        row.numbers("ids"),
                        row.numberOrNull("next_id") == null ? null : Instant.EPOCH,
                        row.numberOrNull("next_id")));
    }

    /** In the order of the ids. */
    List<JobInfo> infos(List<Long> ids) {
        Map<Long, JobInfo> byId = new HashMap<>();
        db.run(INFO)
                .set("ids", array(ids))
                .list(JobStore::info)
                .forEach(info -> byId.put(info.id().value(), info));
        return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
    }

    /** @param payload instead of the old one */
    Retried retry(JobId id, @Nullable String type, @Nullable Payload payload) {
        return db.tx(transaction -> transaction
                .run(RETRY)
                .set("id", id.value())
                .set("type", type)
                .set("contentType", payload == null ? null : payload.contentType())
                .set("payload", payload == null ? null : payload.bytes())
                .one(row -> new Retried(row.string("answer"), Optional.ofNullable(row.numberOrNull("id")))));
    }

    /** How many new jobs there are, by queue. */
    Map<String, Long> retryAll(List<Long> ids) {
        return db.tx(transaction -> {
            Map<String, Long> byQueue = new HashMap<>();
            transaction
                    .run(RETRY_ALL)
                    .set("ids", array(ids))
                    .list(row -> byQueue.put(row.string("name"), row.number("count")));
            return byQueue;
        });
    }

    long discardAll(List<Long> ids, String reason) {
        return db.tx(transaction -> transaction
                .run(DISCARD_ALL)
                .set("ids", array(ids))
                .set("reason", reason)
                .one(row -> row.number("count")));
    }

    private static long[] array(List<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    /** What was found, and where to go on if there may be more. */
    record Found(
            List<Long> ids,
            @Nullable Instant nextAt,
            @Nullable Long nextId) {
        Optional<JobPage.Place> next() {
            return nextAt == null || nextId == null ? Optional.empty() : Optional.of(new JobPage.Place(nextAt, nextId));
        }
    }

    /** What came of it: ok and the new job, or why not. */
    record Retried(String answer, Optional<Long> id) {}
}
