// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.Payload;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.web.ReadStore;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements behind what is known of one job. */
final class JobReadStore {
    private static final Sql ATTEMPTS = Sql.of("""
        select outcome.attempt, outcome.state, outcome.at, outcome.took, outcome.error, member.name as member
        from howdah.work_outcome outcome
        left join howdah.member member on member.id = outcome.member
        where outcome.id = :id
        order by outcome.at desc
        limit :most
        """);

    private static final Sql HOLDER = Sql.of("""
        select lease.attempt, lease.claimed_at, lease.until, member.name as member
        from howdah.work_lease lease
        left join howdah.member member on member.id = lease.member
        where lease.id = :id
        """);

    private static final Sql PAYLOAD = Sql.of("""
        select content_type, payload
        from howdah.work_body
        where id = :id
        """);

    /** From the newest back, as many as are not too much together; sizes are known without reading what is large. */
    private static final Sql PAYLOADS = Sql.of("""
        select id, headers, content_type, payload
        from (
          select id, headers, content_type, payload, sum(octet_length(payload)) over (order by id desc) as bytes
          from howdah.work_body
          where id = any (:ids::bigint[])
        ) body
        where bytes <= :bytes
        """);

    /** How much of payloads is read for one list. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private final ReadStore reads;

    JobReadStore(ReadStore reads) {
        this.reads = reads;
    }

    List<JobAttempt> attempts(long id, int most) {
        return reads.look(db -> db.run(ATTEMPTS).set("id", id).set("most", most).list(JobReadStore::attempt));
    }

    Optional<JobHolder> holder(long id) {
        return reads.look(db -> db.run(HOLDER)
                .set("id", id)
                .optional(row -> new JobHolder(
                        Optional.ofNullable(row.stringOrNull("member")),
                        row.integer("attempt"),
                        row.instant("claimed_at"),
                        Optional.ofNullable(row.instantOrNull("until")))));
    }

    Optional<JobPayload> payload(long id) {
        return reads.look(db -> db.run(PAYLOAD)
                .set("id", id)
                .optional(row -> new JobPayload(row.string("content_type"), row.bytes("payload"))));
    }

    /** What a job was given. */
    record Given(Payload payload, Map<String, String> headers) {}

    /** Of those that are there and not too large together. */
    Map<Long, Given> payloads(Collection<Long> ids) {
        var found = new HashMap<Long, Given>();
        reads.look(db -> db.run(PAYLOADS)
                .set("ids", ids.stream().mapToLong(Long::longValue).distinct().toArray())
                .set("bytes", MOST_BYTES)
                .list(row -> found.put(
                        row.number("id"),
                        new Given(
                                new Payload(row.bytes("payload"), row.string("content_type")),
                                Headers.parse(row.stringOrNull("headers"))))));
        return found;
    }

    private static JobAttempt attempt(Row row) throws SQLException {
        return new JobAttempt(
                row.integer("attempt"),
                row.string("state"),
                row.instant("at"),
                Optional.ofNullable(row.durationOrNull("took")),
                Optional.ofNullable(row.stringOrNull("member")),
                Optional.ofNullable(row.stringOrNull("error")));
    }
}
