// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Payload;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class AdderTest {
    private TestDatabase database;
    private Adder adder;

    @BeforeEach
    void adder(TestDatabase database) {
        this.database = database;
        var db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        adder = new Adder(new AddStore(db, new CatalogStore(db, () -> {})));
    }

    private static NewWork work(String correlation) {
        return builder().correlation(correlation).build();
    }

    /** By the database: whatever else is too long does not get that far. */
    private static NewWork refused() {
        return builder().trace("x".repeat(201)).build();
    }

    private static NewWork.Builder builder() {
        return NewWork.of("default", "kind", new Payload(new byte[1], "x/y"));
    }

    @Test
    void many_threads_share_commits_and_each_gets_its_own_id() {
        var threads = new ArrayList<Callable<List<Long>>>();
        for (int i = 0; i < 16; i++) {
            var name = "thread " + i;
            threads.add(() -> {
                var ids = new ArrayList<Long>();
                for (int n = 0; n < 100; n++) {
                    ids.add(adder.add(work(name)).id());
                }
                return ids;
            });
        }

        var ids = Together.run(threads);

        assertThat(new HashSet<>(ids.stream().flatMap(List::stream).toList())).hasSize(1_600);
        for (int i = 0; i < 16; i++) {
            assertThat(database.query("select id from howdah.work_body where correlation = ?", "thread " + i))
                    .extracting(List::getFirst)
                    .containsExactlyInAnyOrderElementsOf(ids.get(i));
        }
        assertThat(database.one("select count(*) from howdah.work_ready", Long.class))
                .isEqualTo(1_600);
        assertThat(database.one("select count(distinct xmin::text) from howdah.work_body", Long.class))
                .as("transactions for 1600 pieces of work")
                .isLessThan(1_200);
    }

    @Test
    void only_the_caller_whose_work_is_refused_hears_of_it() {
        var tasks = new ArrayList<Callable<String>>();
        for (int i = 0; i < 12; i++) {
            var bad = i % 4 == 0;
            tasks.add(() -> {
                if (bad) {
                    assertThatThrownBy(() -> adder.add(refused())).isInstanceOf(DatabaseException.class);
                    return "refused";
                }
                adder.add(work("fine"));
                return "added";
            });
        }

        assertThat(Together.run(tasks)).filteredOn("added"::equals).hasSize(9);
        assertThat(database.one("select count(*) from howdah.work_ready", Long.class))
                .isEqualTo(9);
        assertThat(database.one("select count(*) from howdah.work_body", Long.class))
                .isEqualTo(9);
    }
}
