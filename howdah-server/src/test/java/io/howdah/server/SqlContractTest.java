// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.SchemaName;
import io.howdah.internal.db.Sql;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Every statement of this module, and of the two under it, is given to a real server to prepare. */
@HowdahTest
class SqlContractTest {
    @ParameterizedTest
    @CsvSource({"spring, 5", "web, 10", "server, 10"})
    void every_statement_can_be_prepared_on_the_migrated_schema(String part, int atLeast, TestDatabase database)
            throws Exception {
        var failures = new TreeMap<String, String>();
        var statements = statements("io/howdah/" + part);
        try (var connection = database.connect()) {
            for (var field : statements) {
                refusal(connection, (Sql) field.get(null)).ifPresent(why -> failures.put(field.toString(), why));
            }
        }
        assertThat(failures).isEmpty();
        assertThat(statements).hasSizeGreaterThan(atLeast);
    }

    private static List<Field> statements(String path) throws IOException, ClassNotFoundException {
        var found = new ArrayList<Field>();
        for (var store :
                new PathMatchingResourcePatternResolver().getResources("classpath*:" + path + "/**/*Store.class")) {
            var file = store.getURL().getPath();
            var name = file.substring(file.lastIndexOf(path), file.length() - ".class".length())
                    .replace('/', '.');
            for (var field : Class.forName(name).getDeclaredFields()) {
                if (field.getType() == Sql.class && Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    found.add(field);
                }
            }
        }
        return found;
    }

    private static Optional<String> refusal(Connection connection, Sql sql) {
        try (var statement = connection.prepareStatement(sql.text(SchemaName.DEFAULT))) {
            statement.getParameterMetaData();
            return Optional.empty();
        } catch (SQLException failure) {
            return Optional.of(String.valueOf(failure.getMessage()));
        }
    }
}
