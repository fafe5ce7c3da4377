// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Codec;
import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.job.JobType;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job as its row has it, and what became of it. */
final class EnqueuedJob {
    /** Messages have as many attempts as their queue says, which is written as none; deliveries have queues of ours. */
    private static final String ALL = """
        select k.name, q.name, i.state, i.attempts, i.last_error, b.content_type, b.payload
        from howdah.work_body b
        join howdah.kind k on k.id = b.kind_id
        join howdah.queue q on q.id = b.queue_id
        cross join lateral howdah.job_info(array[b.id]) i
        where b.max_attempts > 0 and q.name not like 'notification/%'
        order by b.id
        """;

    private static final int LONGEST_SHOWN = 500;
    /** How many ended sessions in a row a pool may hand out, as it does for a moment after a failover. */
    private static final int MOST_ENDED = 100;

    private final Codec codec;
    private final String type;
    private final String queue;
    private final String state;
    private final int attempts;
    private final @Nullable String lastError;
    private final Payload payload;

    private EnqueuedJob(Codec codec, List<@Nullable Object> row) {
        this.codec = codec;
        this.type = text(row, 0);
        this.queue = text(row, 1);
        this.state = text(row, 2);
        this.attempts = row.get(3) instanceof Integer number ? number : 0;
        this.lastError = row.get(4) == null ? null : text(row, 4);
        this.payload = new Payload((byte[]) Objects.requireNonNull(row.get(6)), text(row, 5));
    }

    /** In the order in which they were enqueued. */
    static List<EnqueuedJob> all(Howdah howdah) {
        try {
            var current = howdah.transaction().connection();
            if (current.isPresent()) {
                return all(howdah, current.get());
            }
            return all(howdah, MOST_ENDED);
        } catch (SQLException failure) {
            throw new AssertionError("the jobs could not be read: " + failure.getMessage(), failure);
        }
    }

    /** A pool does not look at a session that it had back a moment ago: that it has ended shows when it is asked. */
    private static List<EnqueuedJob> all(Howdah howdah, int patience) throws SQLException {
        try (var connection = howdah.dataSource().getConnection()) {
            try {
                return all(howdah, connection);
            } catch (SQLException failure) {
                if (patience == 0 || !isEnded(failure)) {
                    throw failure;
                }
            }
        }
        return all(howdah, patience - 1);
    }

    private static boolean isEnded(SQLException failure) {
        var state = String.valueOf(failure.getSQLState());
        return state.startsWith("08") || state.startsWith("57P");
    }

    private static List<EnqueuedJob> all(Howdah howdah, Connection connection) throws SQLException {
        return TestSql.query(connection, ALL).stream()
                .map(row -> new EnqueuedJob(howdah.codec(), row))
                .toList();
    }

    boolean isOf(JobType<?> wanted) {
        return type.equals(wanted.name());
    }

    <T> boolean isOf(JobType<T> wanted, T expected) {
        return isOf(wanted) && Objects.deepEquals(payload(wanted), expected);
    }

    <T> T payload(JobType<T> wanted) {
        return codec.decode(payload, wanted.payload());
    }

    boolean hasFailed() {
        return lastError != null;
    }

    @Override
    public String toString() {
        var outcome = lastError == null ? state : state + " after " + attempts + ", last error: " + lastError;
        return type + " " + words() + " in " + queue + " (" + outcome + ")";
    }

    private String words() {
        if (!payload.contentType().equals(Payload.JSON)) {
            return payload.bytes().length + " bytes of " + payload.contentType();
        }
        var words = new String(payload.bytes(), StandardCharsets.UTF_8);
        return words.length() > LONGEST_SHOWN ? words.substring(0, LONGEST_SHOWN) + "…" : words;
    }

    private static String text(List<@Nullable Object> row, int column) {
        return String.valueOf(row.get(column));
    }
}
