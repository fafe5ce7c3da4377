// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import io.howdah.Payload;
import io.howdah.internal.db.Row;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.OptionalInt;

/** Reads what was declared from its row. It may have been written by a newer version, and is then refused. */
final class StoredDefinition {
    private StoredDefinition() {}

    static Definition read(Row row) throws SQLException {
        var lane = row.stringOrNull("lane");
        var options = ScheduleOptions.none()
                .misfire(misfire(row))
                .overlap(overlap(row))
                .priority(row.integer("priority"));
        return new Definition(
                row.string("name"),
                rhythm(row),
                row.string("kind"),
                row.string("queue"),
                row.integer("max_attempts"),
                row.durationOrNull("timeout"),
                lane == null ? options : options.key(lane),
                new Payload(row.bytes("payload"), row.string("content_type")));
    }

    static Rhythm rhythm(Row row) throws SQLException {
        var cron = row.stringOrNull("cron");
        return cron == null
                ? new Every(row.duration("every"), row.instant("anchor"))
                : Cron.of(cron, ZoneId.of(row.string("zone")));
    }

    static Misfire misfire(Row row) throws SQLException {
        var most = row.numberOrNull("catch_up");
        return Misfire.of(
                row.string("misfire"), most == null ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(most)));
    }

    static Overlap overlap(Row row) throws SQLException {
        return Overlap.valueOf(row.string("overlap").toUpperCase(Locale.ROOT));
    }
}
