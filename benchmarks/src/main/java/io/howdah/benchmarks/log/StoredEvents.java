// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Database;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.log.Topic;
import java.sql.SQLException;
import java.util.List;

/**
 * A database whose log has very many events already, written past the log's own functions as it would have left them.
 * It is filled once for a run, for that takes minutes.
 */
final class StoredEvents {
    static final Topic TOPIC = HowdahLog.AFTER_COMMIT;

    private static final long PER_SLICE = 5_000_000;

    private static final String WITHOUT_INDEXES = """
        do $$
        declare
          index record;
        begin
          for index in select indexname, indexdef from pg_indexes
                       where schemaname = 'howdah' and tablename in ('log_event_%1$d', 'log_entry_%1$d') loop
            execute format('drop index howdah.%%I', index.indexname);
            insert into stored_index values (index.indexdef);
          end loop;
        end
        $$
        """;

    private static final String EVENTS = """
        insert into howdah.log_event_%1$d (id, xid, at, slice, part_id, call, type, key, content_type, data)
        select n, '3', now() - interval '1 day', %1$d, p.id, 0, 't', n::text, 'application/octet-stream',
               decode(repeat('00', 48), 'hex')
        from generate_series(%2$d::bigint, %3$d::bigint - 1) n
        join howdah.log_part p on p.number = n %% 16
        """;

    private static final String ENTRIES = """
        insert into howdah.log_entry_%1$d (off, unit, xid, event_id, at, part_id, slice, event_slice)
        select n / 16, n / 16, '3', n, now() - interval '1 day', p.id, %1$d, %1$d
        from generate_series(%2$d::bigint, %3$d::bigint - 1) n
        join howdah.log_part p on p.number = n %% 16
        """;

    private static final String INDEXES = """
        do $$
        declare
          definition text;
        begin
          for definition in delete from stored_index returning stored_index.definition loop
            execute definition;
          end loop;
        end
        $$
        """;

    private boolean filled;

    /** The one that all trials share. */
    Database on(Stage stage) throws SQLException {
        var database = stage.lasting().database();
        if (!filled) {
            fill(database, stage.rows());
            filled = true;
        }
        return database;
    }

    private static void fill(Database database, long events) throws SQLException {
        try (var ours = HowdahLog.on(database)) {
            ours.log().create(TOPIC);
        }
        // From here on transactions before this moment count as numbered.
        database.execute("select howdah.log_sequence(1, true)");
        database.execute("create table stored_index (definition text)");
        for (long from = 0; from < events; from += PER_SLICE) {
            var slice = roll(database);
            for (var step : List.of(WITHOUT_INDEXES, EVENTS, ENTRIES)) {
                database.execute(step.formatted(slice, from, Math.min(events, from + PER_SLICE)));
            }
            database.execute(INDEXES);
        }
        roll(database);
        database.execute("select howdah.log_seal(howdah.log_slice())");
        database.execute("select setval(pg_get_serial_sequence('howdah.log_event', 'id'), " + events + ")");
        database.execute("analyze");
        database.execute("checkpoint");
    }

    private static int roll(Database database) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select howdah.log_roll()")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
