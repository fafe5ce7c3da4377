// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.DatabaseException;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class DbTest {
    private static final Sql INSERT = Sql.of("insert into note (text) values (:text)");
    private static final Sql COUNT = Sql.of("select count(*) as n from note");

    private TestDatabase database;
    private Db db;

    @BeforeEach
    void a_table(TestDatabase database) {
        this.database = database;
        db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        database.execute("drop table if exists note; create table note (text text not null)");
    }

    @Test
    void values_come_back_as_they_were_sent() {
        var id = UUID.randomUUID();
        var time = Instant.parse("2026-10-25T01:30:00.123456Z");

        var sql = Sql.of("select :text as text, :number::bigint as number, :flag as flag, :id::uuid as id, :at as at,"
                + " :wait as wait, :bytes as bytes, :longs as longs, :strings as strings, :nothing::text as nothing");
        db.run(sql)
                .set("text", "grüße \uD83D\uDC18")
                .set("number", Long.MIN_VALUE)
                .set("flag", true)
                .set("id", id)
                .set("at", time)
                .set("wait", Duration.ofMillis(-90_061_001))
                .set("bytes", new byte[] {0, -1})
                .set("longs", new long[] {1, 2})
                .set("strings", new String[] {"a", "b,\"c"})
                .set("nothing", null)
                .one(row -> {
                    assertThat(row.string("text")).isEqualTo("grüße \uD83D\uDC18");
                    assertThat(row.number("number")).isEqualTo(Long.MIN_VALUE);
                    assertThat(row.bool("flag")).isTrue();
                    assertThat(row.uuid("id")).isEqualTo(id);
                    assertThat(row.instant("at")).isEqualTo(time);
                    assertThat(row.duration("wait")).isEqualTo(Duration.ofMillis(-90_061_001));
                    assertThat(row.bytes("bytes")).containsExactly(0, -1);
                    assertThat(row.numbers("longs")).containsExactly(1L, 2L);
                    assertThat(row.strings("strings")).containsExactly("a", "b,\"c");
                    assertThat(row.stringOrNull("nothing")).isNull();
                    return row;
                });
    }

    @Test
    void many_rows_travel_in_one_statement() {
        var sql = Sql.of("""
            insert into note (text)
            select text || id
            from unnest(:texts, :ids) as batch (text, id)
            """);

        var rows = db.run(sql)
                .set("texts", new String[] {"a", "b"})
                .set("ids", new long[] {1, 2})
                .update();

        assertThat(rows).isEqualTo(2);
        assertThat(notes()).containsExactly("a1", "b2");
    }

    @Test
    void an_unknown_bind_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.run(INSERT).set("txt", "x"))
                .withMessageContaining(":txt");
    }

    @Test
    void a_missing_bind_is_refused_before_anything_is_sent() {
        assertThatThrownBy(() -> db.run(INSERT).update()).hasMessageContaining(":text");
        assertThat(notes()).isEmpty();
    }

    @Test
    void a_collection_is_not_taken_for_an_array() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> db.run(INSERT).set("text", List.of("a")).update())
                .withMessageContaining("array");
    }

    @Test
    void an_unexpected_null_names_its_column() {
        assertThatThrownBy(() -> db.run(Sql.of("select null::text as absent")).one(row -> row.string("absent")))
                .hasMessageContaining("absent");
    }

    @Test
    void one_row_means_one_row() {
        var two = Sql.of("select generate_series(1, 2) as n");
        var none = Sql.of("select 1 as n where false");

        assertThatThrownBy(() -> db.run(two).one(row -> row.integer("n"))).hasMessageContaining("got 2");
        assertThatThrownBy(() -> db.run(none).one(row -> row.integer("n"))).hasMessageContaining("got none");
        assertThat(db.run(none).optional(row -> row.integer("n"))).isEmpty();
    }

    @Test
    void a_transaction_commits_as_one() {
        db.tx(tx -> {
            tx.run(INSERT).set("text", "a").update();
            tx.run(INSERT).set("text", "b").update();
            assertThat(notes()).isEmpty();
            return null;
        });

        assertThat(notes()).containsExactly("a", "b");
    }

    @Test
    void a_failure_rolls_the_whole_transaction_back() {
        assertThatThrownBy(() -> db.tx(tx -> {
                    tx.run(INSERT).set("text", "a").update();
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");

        assertThat(notes()).isEmpty();
    }

    @Test
    void on_a_given_connection_nothing_is_committed() throws Exception {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            db.on(connection).run(INSERT).set("text", "a").update();
            db.on(connection).tx(tx -> tx.run(INSERT).set("text", "b").update());
            long inside = db.on(connection).run(COUNT).one(row -> row.number("n"));
            assertThat(inside).isEqualTo(2);
            connection.rollback();
        }

        assertThat(notes()).isEmpty();
    }

    @Test
    void a_pool_without_autocommit_keeps_what_was_written() {
        var config = new HikariConfig();
        config.setDataSource(database.direct());
        config.setAutoCommit(false);

        try (var manual = new HikariDataSource(config)) {
            Db.of(manual, SchemaName.DEFAULT).run(INSERT).set("text", "kept").update();
        }

        assertThat(notes()).containsExactly("kept");
    }

    private List<Object> notes() {
        return database.query("select text from note order by text").stream()
                .<Object>map(List::getFirst)
                .toList();
    }

    @Test
    void a_part_that_fails_leaves_nothing_and_the_rest_of_its_transaction_goes_on() {
        db.tx(transaction -> {
            transaction.run(INSERT).set("text", "before").update();
            assertThatThrownBy(() -> transaction.part(part -> {
                        part.run(INSERT).set("text", "in the part").update();
                        return part.run(INSERT).set("text", null).update();
                    }))
                    .isInstanceOf(DatabaseException.class);
            transaction.part(
                    part -> part.run(INSERT).set("text", "another part").update());
            return transaction.run(INSERT).set("text", "after").update();
        });

        assertThat(database.query("select text from note order by text"))
                .hasToString("[[after], [another part], [before]]");
    }

    @Test
    void what_the_server_says_is_told_without_where_in_its_functions_it_says_so() {
        database.execute("create function told() returns int language plpgsql as $$ begin"
                + " raise 'no such thing' using hint = 'make it'; end $$");

        assertThatThrownBy(() -> db.run(Sql.of("select told() as n")).one(row -> row.number("n")))
                .hasMessage("The database refused a statement: no such thing; make it");
        database.execute("drop function told()");
    }

    @Test
    void a_pooler_that_mixes_up_prepared_statements_is_named_with_the_remedy() {
        assertThatThrownBy(() -> db.run(Sql.of("execute prepared_elsewhere")).execute())
                .hasMessageContaining("prepared_elsewhere")
                .hasMessageContaining("prepareThreshold=0");
    }
}
