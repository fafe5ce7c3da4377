// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "Howdah", "a-b", "a\"; drop schema public; --", "pg_catalog", "ü", "a b"})
    void what_could_not_be_a_plain_identifier_is_refused_by_name(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SchemaName(name))
                .withMessageContaining("\"" + name + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"howdah", "tenant_7", "select"})
    void ordinary_names_are_taken(String name) {
        assertThat(new SchemaName(name).quoted()).isEqualTo('"' + name + '"');
    }
}
