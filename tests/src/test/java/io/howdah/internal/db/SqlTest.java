// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlTest {
    private static final SchemaName OTHER = new SchemaName("other");

    @Test
    void names_become_binds_in_order() {
        var sql = Sql.of("select * from t where a = :one and b = :two and c = :one");

        assertThat(sql.text(SchemaName.DEFAULT)).isEqualTo("select * from t where a = ? and b = ? and c = ?");
        assertThat(sql.binds()).containsExactly("one", "two", "one");
    }

    @Test
    void casts_strings_names_comments_and_slices_are_left_alone() {
        var text = """
            select 'it''s :not'::text, ":nor this", $$ :nor that $$, $q$ :x $q$, a[1:n] -- don't :touch
            /* :or this */ from t
            """;

        var sql = Sql.of(text);

        assertThat(sql.binds()).isEmpty();
        assertThat(sql.text(SchemaName.DEFAULT)).isEqualTo(text);
    }

    @Test
    void a_bind_may_be_cast() {
        var sql = Sql.of("select :wait::interval, (:state::text is null)");

        assertThat(sql.text(SchemaName.DEFAULT)).isEqualTo("select ?::interval, (?::text is null)");
        assertThat(sql.binds()).containsExactly("wait", "state");
    }

    @Test
    void question_mark_operators_are_escaped_for_the_driver() {
        assertThat(Sql.of("select data ? 'key', '?'").text(SchemaName.DEFAULT)).isEqualTo("select data ?? 'key', '?'");
    }

    @Test
    void the_schema_is_replaced_where_it_is_a_schema() {
        var sql = Sql.of("select howdah.now(), nohowdah.x, t.howdah.y, 'howdah.z' from howdah.member");

        assertThat(sql.text(OTHER))
                .isEqualTo("select \"other\".now(), nohowdah.x, t.howdah.y, 'howdah.z' from \"other\".member");
    }

    @Test
    void function_bodies_move_with_the_schema() {
        assertThat(Sql.scriptIn(OTHER, "as $$ select howdah.now() $$")).isEqualTo("as $$ select \"other\".now() $$");
        assertThat(Sql.scriptIn(OTHER, "nextval('howdah.seq')")).isEqualTo("nextval('\"other\".seq')");
    }
}
