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
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whoever claims very many is alone at it, and locks nothing; nobody gets what another has, and nobody waits for long.
 */
@HowdahTest
class ClaimTurnsTest {
    private static final UUID MEMBER = new UUID(0, 1);
    private static final int SIZE = 10;

    private TestDatabase database;
    private Db db;
    private CatalogStore catalog;

    @BeforeEach
    void addSome(TestDatabase database) {
        this.database = database;
        db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        catalog = new CatalogStore(db, () -> {});
        var adds = new AddStore(db, catalog);
        for (int i = 0; i < SIZE; i++) {
            adds.add(NewWork.of("default", "kind", new Payload(new byte[1], "x/y"))
                    .build());
        }
        database.execute("insert into howdah.member (id, name, host, pid, version, beat_every, wakeups) values" + " ('"
                + MEMBER + "', 'm', 'h', 1, 'v', '5 s', '')");
    }

    private List<Long> claim(Db db, int most, Function<UUID, Holder> holder) {
        return new WorkStore(db, catalog)
                .claim("default", List.of("kind"), new long[10], most, holder.apply(MEMBER)).stream()
                        .map(row -> row.work().id())
                        .toList();
    }

    private Db on(Connection connection) {
        return Db.of(connection, SchemaName.DEFAULT);
    }

    @Test
    void while_one_is_alone_others_lock_what_they_take_of_the_rest() throws Exception {
        try (var open = database.connect()) {
            open.setAutoCommit(false);
            var taken = new ArrayList<>(claim(on(open), 4, Holder::busy));

            taken.addAll(claim(db, 3, Holder::member));
            taken.addAll(claim(db, 3, Holder::busy));
            open.commit();

            assertThat(taken).doesNotHaveDuplicates().hasSize(SIZE);
        }
        assertThat(claim(db, SIZE, Holder::busy)).isEmpty();
    }

    @Test
    void one_who_would_be_alone_goes_around_those_who_lock_what_they_take() throws Exception {
        try (var open = database.connect()) {
            open.setAutoCommit(false);
            var taken = new ArrayList<>(claim(on(open), 4, Holder::member));

            taken.addAll(claim(db, SIZE, Holder::busy));
            open.rollback();

            assertThat(taken).doesNotHaveDuplicates().hasSize(SIZE);
        }
        assertThat(claim(db, SIZE, Holder::busy)).hasSize(4);
    }

    @Test
    void one_who_is_alone_waits_a_second_at_most_for_whoever_is_in_its_way_and_has_nothing_then() throws Exception {
        try (var open = database.connect()) {
            open.setAutoCommit(false);
            open.createStatement().execute("select from howdah.work_ready order by seq limit 1 for update");

            assertThatThrownBy(() -> claim(db, SIZE, Holder::busy))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            refused -> assertThat(refused.sqlState()).isEqualTo("55P03"));
            assertThat(claim(db, SIZE, Holder::member)).hasSize(SIZE - 1);
            open.rollback();
        }
        assertThat(claim(db, SIZE, Holder::busy)).hasSize(1);
        assertThat(database.query("select id from howdah.work_ready")).isEmpty();
    }

    @Test
    void what_somebody_does_not_want_any_more_is_known_to_whoever_claims_it() {
        var first = claim(db, 1, Holder::busy).getFirst();
        var next = first + 1;
        database.execute("insert into howdah.work_cancelled (id, at, reason, gentle) select min(id), now(), 'no', false"
                + " from howdah.work_ready");

        var claimed = new WorkStore(db, catalog)
                .claim("default", List.of("kind"), new long[10], SIZE, Holder.busy(MEMBER)).stream()
                        .map(WorkStore.Claimed::work)
                        .toList();

        assertThat(claimed).filteredOn(Work::cancelled).singleElement().satisfies(work -> {
            assertThat(work.id()).isGreaterThanOrEqualTo(next);
            assertThat(work.burst()).isNotNull();
        });
    }
}
