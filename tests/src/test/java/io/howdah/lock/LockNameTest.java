// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The published vectors: whoever changes them lets two processes hold the same lock. */
@HowdahTest
class LockNameTest {
    private static final Map<LockName, Long> VECTORS = Map.of(
            LockName.of("a", "b"), 6463353407833682387L,
            LockName.of("billing", "invoice-42"), -4461082877408611480L,
            LockName.of("users", "ada@example.com"), 2447835068814673640L,
            LockName.of("n", "Zürich 🚀"), -1036797944465430394L);

    @Test
    void keys_are_those_that_were_published_in_java_and_in_sql(TestDatabase database) {
        VECTORS.forEach((name, key) -> {
            assertThat(name.key()).as(name.toString()).isEqualTo(key);
            assertThat(database.one("select howdah.lock_key(?, ?)", Long.class, name.namespace(), name.name()))
                    .isEqualTo(key);
        });
    }

    @Test
    void a_name_may_ignore_case_and_white_space_alike_in_java_and_in_sql(TestDatabase database) {
        for (var written :
                new String[] {"  Ada@Example.COM ", "ada@example.com", "ADA@EXAMPLE.COM\n", "\t ada@example.com"}) {
            assertThat(LockName.ignoringCase("users", written)).isEqualTo(LockName.of("users", "ada@example.com"));
            assertThat(database.one("select howdah.lock_name(?)", String.class, written))
                    .isEqualTo("ada@example.com");
        }
        for (var written : new String[] {"Jean  Luc", " É  ß\tİ ", "A"}) {
            assertThat(database.one("select howdah.lock_name(?)", String.class, written))
                    .isEqualTo(LockName.ignoringCase("users", written).name());
        }
    }

    @Test
    void names_that_cannot_be_right_are_refused_in_java_and_in_sql(TestDatabase database) {
        for (var name : new String[] {"", "x".repeat(501), "a\nb", "a\u0085b", "a\u007fb"}) {
            assertThatThrownBy(() -> LockName.of("a", name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("name of a lock");
            assertThatThrownBy(() -> database.query("select howdah.try_lock('a', ?)", name))
                    .hasMessageContaining("a lock's name has 1 to 500 characters");
        }
        for (var namespace : new String[] {"", " ", "-a", "ü", "a b", "x".repeat(101)}) {
            assertThatThrownBy(() -> LockName.of(namespace, "a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("namespace of a lock");
            assertThatThrownBy(() -> database.query("select howdah.try_lock(?, 'a')", namespace))
                    .hasMessageContaining("a lock's namespace has 1 to 100 characters");
        }
        assertThatThrownBy(() -> LockName.of("a", "half \ud83d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("surrogate");
    }

    @Test
    void the_longest_names_are_allowed(TestDatabase database) {
        var longest = LockName.of("x".repeat(100), "🚀".repeat(500));

        assertThat(database.one("select howdah.lock_key(?, ?)", Long.class, longest.namespace(), longest.name()))
                .isEqualTo(longest.key());
    }
}
