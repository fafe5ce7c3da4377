// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Indexes that have grown are rebuilt by whoever may, and partitioned tables are known to the planner. */
@HowdahTest
class ReindexerTest {
    private static final long SMALL = 200_000;

    private static long size(TestDatabase database) {
        return database.one("select pg_indexes_size('howdah.work_ready')", Long.class);
    }

    private static long live(TestDatabase database, String table) {
        return database.one("select n_live_tup from pg_stat_user_tables where relname = '" + table + "'", Long.class);
    }

    private static void bloat(TestDatabase database) {
        database.execute("insert into howdah.work_ready select 1, 5, n, n, 0, 1, 0 from generate_series(1, 30000) n;"
                + " delete from howdah.work_ready");
        Await.until("the statistics have arrived", () -> live(database, "work_ready") == 0);
    }

    @Test
    void an_index_that_has_grown_over_what_it_holds_is_rebuilt(TestDatabase database) {
        var db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        bloat(database);
        var before = size(database);
        assertThat(before).isGreaterThan(SMALL);
        database.execute("insert into howdah.work_ready values (1, 5, 1, 1, 0, 1, 0)");

        var reindexer = new Reindexer(db, SMALL);
        db.tx(transaction -> {
            reindexer.look(transaction);
            return transaction;
        });
        reindexer.rebuildFound();

        assertThat(size(database)).isLessThan(before / 10);
        assertThat(database.one("select count(*) from howdah.work_ready", Long.class))
                .isEqualTo(1);
        assertThat(new ReindexStore(db).bloated(SMALL)).isEmpty();
    }

    @Test
    void whoever_may_not_is_told_what_to_ask_for_and_goes_on(TestDatabase database) throws Exception {
        database.execute("drop role if exists reindex_app; create role reindex_app;"
                + " grant usage on schema howdah to reindex_app;"
                + " grant select on all tables in schema howdah to reindex_app;"
                + " grant execute on all functions in schema howdah to reindex_app");
        bloat(database);
        var before = size(database);
        try (var connection = database.connect()) {
            connection.createStatement().execute("set role reindex_app");
            var asApplication = Db.of(connection, SchemaName.DEFAULT);

            assertThat(new ReindexStore(asApplication).bloated(SMALL))
                    .singleElement()
                    .satisfies(one -> assertThat(one.allowed()).isFalse());
            var reindexer = new Reindexer(asApplication, SMALL);
            reindexer.look(asApplication);
            reindexer.rebuildFound();
        }
        assertThat(size(database)).isEqualTo(before);
        database.execute("drop owned by reindex_app; drop role reindex_app");
    }

    @Test
    void a_small_index_and_one_that_is_full_are_left_alone(TestDatabase database) {
        var db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        database.execute("insert into howdah.work_lease select n, 1, gen_random_uuid(), null, 1, 5, 1, 0, now()"
                + " from generate_series(1, 30000) n");
        Await.until("the statistics have arrived", () -> live(database, "work_lease") == 30_000);

        assertThat(new ReindexStore(db).bloated(SMALL))
                .extracting(ReindexStore.Bloated::table)
                .doesNotContain("work_lease", "work_unique");
    }

    @Test
    void partitioned_tables_are_analyzed_as_wholes(TestDatabase database, Howdah howdah) {
        howdah.jobs()
                .enqueueAll(
                        JobType.of("count", Integer.class),
                        IntStream.range(0, 500).boxed().toList(),
                        JobOptions.none());

        howdah.drain();

        assertThat(database.one(
                        "select reltuples::bigint from pg_class where oid = 'howdah.work_body'::regclass", Long.class))
                .isEqualTo(500);
    }
}
