// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a claim costs must not depend on how much there is to claim, nor on what the planner knows of it. */
@HowdahTest
class ClaimCostTest {
    private static final UUID MEMBER = new UUID(0, 1);
    private static final int BACKLOG = 3_000;
    private static final int MOST = 10;

    private static final String LOOKED_AT = """
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
        from pg_stat_xact_user_tables where relid = 'howdah.work_ready'::regclass
        """;

    static Stream<Holder> ways() {
        return Stream.of(Holder.anybody(Optional.empty()), Holder.member(MEMBER), Holder.busy(MEMBER));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void a_claim_looks_at_what_it_takes_and_at_no_more(Holder holder, TestDatabase database) throws SQLException {
        database.query("select howdah.enqueue('kind', '1') from generate_series(1, ?)", BACKLOG);
        database.query(
                "insert into howdah.member (id, name, host, pid, version, beat_every, wakeups)"
                        + " values (?, 'm', 'h', 1, 'v', '5 s', '') returning 1",
                MEMBER);
        var catalog = new CatalogStore(Db.of(database.dataSource(), SchemaName.DEFAULT), () -> {});

        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            var store = new WorkStore(Db.of(connection, SchemaName.DEFAULT), catalog);

            assertThat(store.claim("default", List.of("kind"), new long[10], MOST, holder))
                    .hasSize(MOST);

            try (var looked = connection.createStatement().executeQuery(LOOKED_AT)) {
                assertThat(looked.next()).isTrue();
                assertThat(looked.getLong(1)).isBetween((long) MOST, 3L * MOST);
            }
        }
    }
}
