// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.SchemaName;
import io.howdah.internal.db.Sql;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.lang.reflect.Modifier;
import java.sql.SQLException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Every statement of this module is given to a real server to prepare. */
@HowdahTest
class SqlContractTest {
    @Test
    void every_statement_can_be_prepared_on_the_migrated_schema(TestDatabase database) throws Exception {
        var failures = new TreeMap<String, String>();
        var count = 0;
        try (var connection = database.connect()) {
            for (var resource : new PathMatchingResourcePatternResolver()
                    .getResources("classpath*:io/howdah/spring/**/*Store.class")) {
                var path = resource.getURL().getPath();
                var name = path.substring(path.lastIndexOf("io/howdah/"), path.length() - 6)
                        .replace('/', '.');
                for (var field : Class.forName(name).getDeclaredFields()) {
                    if (field.getType() == Sql.class && Modifier.isStatic(field.getModifiers())) {
                        count++;
                        field.setAccessible(true);
                        var text = ((Sql) field.get(null)).text(SchemaName.DEFAULT);
                        try (var statement = connection.prepareStatement(text)) {
                            statement.getParameterMetaData();
                        } catch (SQLException failure) {
                            failures.put(name + "." + field.getName(), String.valueOf(failure.getMessage()));
                        }
                    }
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(count).isGreaterThan(5);
    }
}
