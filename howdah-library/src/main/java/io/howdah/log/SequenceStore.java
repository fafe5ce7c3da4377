// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements that number events and look after the slices they lie in. */
final class SequenceStore {
    private static final Sql SEQUENCE = Sql.of("""
        select part_id, events, more, number, off, unit, numbered_at, slice, id, appended_at, type, key, source,
               subject, schema, headers, content_type, data
        from howdah.log_sequence_for(:waiting::int[], :most, :checkCluster, :lookFirst)
        """);

    private static final Sql ROLL = Sql.of("select howdah.log_roll() as slice");

    private static final Sql RESYNC = Sql.of("select howdah.log_resync(:slice) as done");

    private static final Sql SLICE_IS_DUE = Sql.of("""
        select coalesce(bool_or(began_at < howdah.now() - :length::interval or howdah.log_is_full(slice)), true) as due
        from howdah.log_slice
        where slice = howdah.log_slice()
        """);

    private static final Sql SEAL = Sql.of("select howdah.log_seal(howdah.log_slice()) as done");

    private static final Sql TRIM = Sql.of("select howdah.log_trim() as trimmed");

    private static final Sql COMPACT = Sql.of("select howdah.log_compact(:most) as looked");

    private static final Sql TIDY = Sql.of("select howdah.log_tidy()");

    private final Db db;

    SequenceStore(Db db) {
        this.db = db;
    }

    /**
     * What one run did.
     *
     * @param parts partitions that have something new
     * @param numbered all new events of those partitions that were asked for, unless they are many
     * @param events how many were numbered
     * @param more whether there is more than one run takes
     * @param needsResync whether nothing was done because transaction ids began anew
     */
    record Run(
            List<Integer> parts,
            Map<Integer, List<EventRow>> numbered,
            long events,
            boolean more,
            boolean needsResync) {}

    /** A partition that has something new, or one of its events. */
    private record Line(
            @Nullable Long part,
            long events,
            boolean more,
            @Nullable EventRow event) {
        static Line of(Row row) throws SQLException {
            return new Line(
                    row.numberOrNull("part_id"),
                    row.number("events"),
                    row.bool("more"),
                    row.numberOrNull("off") == null ? null : EventRow.of(row.integer("number"), row));
        }
    }

    /**
     * Numbers what has been committed.
     *
     * @param lookFirst nothing is expected
     * @param waiting partitions whose events are wanted as well
     */
    Run sequence(int most, boolean checkCluster, boolean lookFirst, long... waiting) {
        var lines = db.run(SEQUENCE)
                .set("waiting", waiting)
                .set("most", most)
                .set("checkCluster", checkCluster)
                .set("lookFirst", lookFirst)
                .list(Line::of);
        var parts = new ArrayList<Integer>();
        var numbered = new HashMap<Integer, List<EventRow>>();
        for (var line : lines) {
            var part = line.part() == null ? null : Math.toIntExact(line.part());
            if (part != null && line.event() == null) {
                parts.add(part);
            } else if (part != null) {
                numbered.computeIfAbsent(part, first -> new ArrayList<>()).add(line.event());
            }
        }
        numbered.values()
                .forEach(events -> events.sort(
                        Comparator.comparingLong(event -> event.place().offset())));
        return new Run(
                parts,
                numbered,
                lines.stream().mapToLong(Line::events).sum(),
                lines.stream().anyMatch(Line::more),
                lines.stream().anyMatch(line -> line.events() < 0));
    }

    /**
     * Begins anew with the transaction ids of this cluster, from a slice on that was begun in it. False while somebody
     * writes to an older one.
     */
    boolean resync(int slice) {
        return db.run(RESYNC).set("slice", slice).one(row -> row.bool("done"));
    }

    int roll() {
        return db.run(ROLL).one(row -> row.integer("slice"));
    }

    /** Whether another slice should begin, because this one is older than that, or large. */
    boolean isSliceDue(Duration length) {
        return db.run(SLICE_IS_DUE).set("length", length).one(row -> row.bool("due"));
    }

    boolean seal() {
        return db.run(SEAL).one(row -> row.bool("done"));
    }

    int trim() {
        return db.run(TRIM).one(row -> row.integer("trimmed"));
    }

    /** A step of compaction. The answer is how many events were looked at; none if there is nothing to do. */
    long compact(int most) {
        return db.run(COMPACT).set("most", most).one(row -> row.number("looked"));
    }

    void tidy() {
        db.run(TIDY).execute();
    }
}
