// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.Payload;
import io.howdah.internal.db.Headers;
import io.howdah.internal.db.Query;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.job.JobState;
import io.howdah.web.ReadStore;
import io.howdah.web.api.Redaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Lists of jobs. Bodies are walked from the newest back, by their key and never more than a fixed number of them for
 * one page; the tables that work passes through are asked for single ids. Whatever a page had no room or time for
 * begins the next one.
 */
final class JobSearchStore {
    /** How many jobs are walked over for one page, however few of them match by what is in their own row. */
    static final int WALK = 20_000;

    /** How many of those that match so are looked up elsewhere: in which state they are, what their payloads say. */
    static final int WINDOW = 2_000;

    /** How much of payloads is read for one page, or one more than that. */
    static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final long EPOCH_MILLIS = 1_735_689_600_000L;
    private static final int COUNTER_BITS = 22;

    private final ReadStore reads;

    JobSearchStore(ReadStore reads) {
        this.reads = reads;
    }

    /**
     * The statements of one way to walk.
     *
     * @param found what fills a page
     * @param reached how far a page looked that was not filled
     * @param inside both, for what is known only after a look inside
     * @param walk over how many it goes
     */
    private record Way(Sql found, Sql reached, Sql inside, int walk) {
        static Way of(JobFilter filter) {
            var state = filter.state().orElse(JobState.DONE);
            if (state == JobState.RUNNING) {
                return new Way(JobWalkStore.RUNNING, JobWalkStore.RUNNING_REACHED, JobWalkStore.RUNNING_INSIDE, WINDOW);
            }
            if (state == JobState.DEFERRED) {
                return new Way(
                        JobWalkStore.DEFERRED, JobWalkStore.DEFERRED_REACHED, JobWalkStore.DEFERRED_INSIDE, WINDOW);
            }
            return filter.correlation().isPresent()
                    ? new Way(
                            JobWalkStore.CORRELATED,
                            JobWalkStore.CORRELATED_REACHED,
                            JobWalkStore.CORRELATED_INSIDE,
                            WALK)
                    : new Way(JobWalkStore.NEWEST, JobWalkStore.NEWEST_REACHED, JobWalkStore.NEWEST_INSIDE, WALK);
        }
    }

    /** Those that match what is shown of them by this redaction. */
    JobSlice list(JobFilter filter, Redaction by, long before, int limit) {
        var way = Way.of(filter);
        return filter.looksInside() ? inside(way, filter, by, before, limit) : page(way, filter, before, limit);
    }

    /** Most pages are full after a few steps; only of others it must be known how far they looked. */
    private JobSlice page(Way way, JobFilter filter, long before, int limit) {
        return reads.look(db -> {
            var found = bind(db.run(way.found()), filter, before, way)
                    .set("state", filter.state().map(JobSearchStore::word).orElse(null))
                    .set("most", limit + 1)
                    .list(JobSearchStore::job);
            if (found.size() > limit) {
                return full(found, limit);
            }
            return bind(db.run(way.reached()), filter, before, way).one(row -> ended(found, row));
        });
    }

    /** What has come between the two looks may have moved the second: it never goes back behind what was found. */
    private static JobSlice ended(List<JobRow> found, Row row) throws SQLException {
        var reached = Optional.ofNullable(row.numberOrNull("reached"));
        var next = reached.map(place -> found.isEmpty()
                ? place
                : Math.min(place, Long.parseLong(found.getLast().id())));
        return new JobSlice(found, next.map(String::valueOf), stopped(reached, row));
    }

    private static JobSlice full(List<JobRow> found, int limit) {
        var page = found.subList(0, limit);
        return new JobSlice(page, Optional.of(page.getLast().id()), Optional.empty());
    }

    private JobSlice inside(Way way, JobFilter filter, Redaction by, long before, int limit) {
        var rows = reads.look(db -> bind(db.run(way.inside()), filter, before, way)
                .set("state", filter.state().map(JobSearchStore::word).orElse(null))
                .set("bytes", MOST_BYTES)
                .set("payloads", filter.field().isPresent())
                .list(JobSearchStore::walked));
        var place = rows.getFirst();
        var found = rows.stream()
                .flatMap(row -> row.job().stream())
                .filter(job -> job.isWanted(filter, by))
                .map(Found::row)
                .limit(limit + 1L)
                .toList();
        return found.size() > limit
                ? full(found, limit)
                : new JobSlice(found, place.reached().map(String::valueOf), place.stopped());
    }

    private static Query bind(Query query, JobFilter filter, long before, Way way) {
        return query.set("walk", way.walk())
                .set("window", WINDOW)
                .set("type", filter.type().orElse(null))
                .set("queue", filter.queue().orElse(null))
                .set("key", filter.key().orElse(null))
                .set("correlation", filter.correlation().orElse(null))
                .set(
                        "before",
                        Math.min(
                                before, filter.until().map(JobSearchStore::idAt).orElse(Long.MAX_VALUE)))
                .set("from", filter.from().map(JobSearchStore::idAt).orElse(Long.MIN_VALUE));
    }

    private static String word(JobState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** The first id of that time, which is in its upper bits. */
    private static long idAt(Instant time) {
        var longest = Long.MAX_VALUE >> COUNTER_BITS;
        var first = Instant.ofEpochMilli(EPOCH_MILLIS);
        if (time.isBefore(first)) {
            return 0;
        }
        if (!time.isBefore(first.plusMillis(longest))) {
            return Long.MAX_VALUE;
        }
        // What is in the middle of a millisecond is after all that was made in it before.
        var millis = time.plusNanos(999_999).toEpochMilli() - EPOCH_MILLIS;
        return millis << COUNTER_BITS;
    }

    /** A job, unless there was none, and how far the walk went. */
    private record Walked(Optional<Found> job, Optional<Long> reached, Optional<JobSlice.Stopped> stopped) {}

    private record Found(JobRow row, Map<String, String> headers, Optional<Payload> payload) {
        boolean isWanted(JobFilter filter, Redaction by) {
            return filter.header().map(header -> header.matches(headers, by)).orElse(true)
                    && filter.field()
                            .map(field -> payload.filter(content -> field.matches(content, by))
                                    .isPresent())
                            .orElse(true);
        }
    }

    private static Walked walked(Row row) throws SQLException {
        var reached = Optional.ofNullable(row.numberOrNull("reached"));
        return new Walked(
                row.numberOrNull("id") == null ? Optional.empty() : Optional.of(found(row)),
                reached,
                stopped(reached, row));
    }

    private static Optional<JobSlice.Stopped> stopped(Optional<Long> reached, Row row) throws SQLException {
        return reached.isEmpty()
                ? Optional.empty()
                : Optional.of(new JobSlice.Stopped(row.integer("looked"), row.instant("back_to")));
    }

    private static Found found(Row row) throws SQLException {
        var payload = row.bytesOrNull("payload");
        return new Found(
                job(row),
                Headers.parse(row.stringOrNull("headers")),
                payload == null ? Optional.empty() : Optional.of(new Payload(payload, row.string("content_type"))));
    }

    private static JobRow job(Row row) throws SQLException {
        return new JobRow(
                Long.toString(row.number("id")),
                row.string("type"),
                row.string("queue"),
                row.string("state"),
                row.integer("attempts"),
                row.integer("max_attempts"),
                row.instant("created_at"),
                Optional.ofNullable(row.instantOrNull("due_at")),
                Optional.ofNullable(row.instantOrNull("ended_at")),
                Optional.ofNullable(row.stringOrNull("lane")),
                Optional.ofNullable(row.stringOrNull("correlation")));
    }
}
