// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.Sql;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements that number events and look after the slices they lie in. */
final class SequenceStore {
    private static final Sql SEQUENCE = Sql.of("""
        select part_id, next_off, events, more
        from howdah.log_sequence(:most, :checkCluster)
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
     * @param events how many were numbered
     * @param more whether there is more than one run takes
     * @param needsResync whether nothing was done because transaction ids began anew
     */
    record Run(List<Integer> parts, long events, boolean more, boolean needsResync) {}

    private record Line(@Nullable Long part, long events, boolean more) {}

    Run sequence(int most, boolean checkCluster) {
        var lines = db.run(SEQUENCE)
                .set("most", most)
                .set("checkCluster", checkCluster)
                .list(row -> new Line(row.numberOrNull("part_id"), row.number("events"), row.bool("more")));
        var more = lines.stream().anyMatch(Line::more);
        var parts = lines.stream()
                .filter(line -> line.part() != null)
                .map(line -> Math.toIntExact(line.part()))
                .toList();
        var events = lines.stream().mapToLong(Line::events).sum();
        return new Run(parts, events, more, lines.stream().anyMatch(line -> line.events() < 0));
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
