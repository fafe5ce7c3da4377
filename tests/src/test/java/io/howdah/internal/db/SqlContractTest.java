// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every statement of every store is given to a real server to prepare: names, types and operators must be right. */
@HowdahTest
class SqlContractTest {
    @Test
    void every_statement_can_be_prepared_on_the_migrated_schema(TestDatabase database) throws Exception {
        var failures = new TreeMap<String, String>();
        var statements = statements();

        try (var connection = database.connect()) {
            statements.forEach((name, sql) -> refusal(connection, sql).ifPresent(why -> failures.put(name, why)));
        }

        assertThat(failures).isEmpty();
        assertThat(statements).hasSizeGreaterThan(15);
    }

    @Test
    void a_wrong_statement_is_refused(TestDatabase database) throws Exception {
        try (var connection = database.connect()) {
            assertThat(refusal(connection, Sql.of("select nonsense from howdah.member where id = :id")))
                    .hasValueSatisfying(why -> assertThat(why).contains("nonsense"));
            assertThat(refusal(connection, Sql.of("select name from howdah.member where pid = :id::text")))
                    .isPresent();
        }
    }

    @Test
    void functions_that_pin_their_plans_are_never_compiled(TestDatabase database) {
        var pinned = "from pg_proc where pronamespace = 'howdah'::regnamespace and proconfig::text ~ 'enable_'";

        assertThat(database.one("select count(*) " + pinned, Long.class)).isGreaterThan(30);
        assertThat(database.one(
                        "select coalesce(string_agg(proname, ', '), '') " + pinned
                                + " and not 'jit=off' = any (proconfig)",
                        String.class))
                .isEmpty();
    }

    @Test
    void statements_are_constants() {
        assertThat(sqlFields())
                .filteredOn(field -> !field.getOwner().isEquivalentTo(Query.class))
                .allSatisfy(field ->
                        assertThat(field.getModifiers()).map(Enum::name).contains("STATIC", "FINAL"));
    }

    private static Optional<String> refusal(Connection connection, Sql sql) {
        // Asking for the parameters' types makes the driver send the statement to be parsed and planned by name.
        try (var statement = connection.prepareStatement(sql.text(SchemaName.DEFAULT))) {
            statement.getParameterMetaData();
            return Optional.empty();
        } catch (SQLException failure) {
            return Optional.of(String.valueOf(failure.getMessage()));
        }
    }

    private static Map<String, Sql> statements() throws Exception {
        var statements = new TreeMap<String, Sql>();
        for (var javaField : sqlFields()) {
            if (javaField.getOwner().isEquivalentTo(Query.class)) {
                continue;
            }
            var field = javaField.reflect();
            field.setAccessible(true);
            statements.put(javaField.getFullName(), (Sql) field.get(null));
        }
        return statements;
    }

    private static List<JavaField> sqlFields() {
        var classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.howdah");
        return classes.stream()
                .map(JavaClass::getFields)
                .flatMap(fields -> fields.stream())
                .filter(field -> field.getRawType().isEquivalentTo(Sql.class))
                .toList();
    }
}
