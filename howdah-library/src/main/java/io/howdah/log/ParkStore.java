// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.Row;
import io.howdah.internal.db.Sql;
import io.howdah.log.GroupStore.Held;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The statements about units that were put aside, as their reader sees them. */
final class ParkStore {
    private static final Sql BLOCKING = Sql.of("""
        select unit, last_off, keys, state, attempts
        from howdah.log_parked
        where group_id = :group
          and part_id = :part
          and state <> 'dead'
        order by unit
        """);

    private static final Sql PARK = Sql.of("""
        insert into howdah.log_parked (group_id, part_id, unit, last_off, keys, state, attempts, error)
        values (:group, :part, :unit, :last, :keys, :state, :attempts, left(:error, 10000))
        """);

    private static final Sql FAIL = Sql.of("""
        update howdah.log_parked
        set state = 'failed',
            attempts = attempts + :attempts,
            error = left(:error, 10000)
        where group_id = :group
          and part_id = :part
          and unit = :unit
        """);

    private static final Sql DONE = Sql.of("""
        with replaced as (
          delete from howdah.log_replacement replacement
          using howdah.log_parked parked
          where parked.group_id = :group
            and parked.part_id = :part
            and parked.unit = :unit
            and replacement.group_id = parked.group_id
            and replacement.part_id = parked.part_id
            and replacement.off between parked.unit and parked.last_off
        )
        delete from howdah.log_parked
        where group_id = :group
          and part_id = :part
          and unit = :unit
        """);

    private static final Sql REPLACEMENTS = Sql.of("""
        select off, content_type, data
        from howdah.log_replacement
        where group_id = :group
          and part_id = :part
          and off between :from and :last
        """);

    private final Db db;

    /** A unit that was put aside and keeps later ones with its keys waiting. */
    record Blocking(long unit, long last, Set<String> keys, State state, int attempts) {}

    enum State {
        FAILED,
        DUE,
        WAITING,
        DEAD;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    ParkStore(Db db) {
        this.db = db;
    }

    ParkStore on(Db transaction) {
        return new ParkStore(transaction);
    }

    List<Blocking> blocking(Held held) {
        return db.run(BLOCKING)
                .set("group", held.group())
                .set("part", held.part())
                .list(ParkStore::blocking);
    }

    private static Blocking blocking(Row row) throws SQLException {
        return new Blocking(
                row.number("unit"),
                row.number("last_off"),
                Set.copyOf(row.strings("keys")),
                State.of(row.string("state")),
                row.integer("attempts"));
    }

    void park(Held held, Blocking unit, Optional<String> error) {
        db.run(PARK)
                .set("group", held.group())
                .set("part", held.part())
                .set("unit", unit.unit())
                .set("last", unit.last())
                .set("keys", unit.keys().toArray(String[]::new))
                .set("state", unit.state().text())
                .set("attempts", unit.attempts())
                .set("error", error.map(ParkStore::storable).orElse(null))
                .update();
    }

    /** False when somebody has decided about it meanwhile. */
    boolean fail(Held held, long unit, int attempts, String error) {
        return db.run(FAIL)
                        .set("group", held.group())
                        .set("part", held.part())
                        .set("unit", unit)
                        .set("attempts", attempts)
                        .set("error", storable(error))
                        .update()
                == 1;
    }

    /** False when somebody has decided about it meanwhile. */
    boolean done(Held held, long unit) {
        return db.run(DONE)
                        .set("group", held.group())
                        .set("part", held.part())
                        .set("unit", unit)
                        .update()
                == 1;
    }

    /** What somebody put in the place of events of a unit, by offset. */
    Map<Long, Payload> replacements(Held held, Blocking unit) {
        var replacements = new HashMap<Long, Payload>();
        db.run(REPLACEMENTS)
                .set("group", held.group())
                .set("part", held.part())
                .set("from", unit.unit())
                .set("last", unit.last())
                .list(row -> replacements.put(
                        row.number("off"), new Payload(row.bytes("data"), row.string("content_type"))));
        return replacements;
    }

    /** PostgreSQL's text cannot hold a NUL, and an exception's message may. */
    private static String storable(String text) {
        return text.replace('\0', '\uFFFD');
    }
}
