// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

@HowdahTest
class PromptnessTest {
    @Test
    void this_version_of_the_driver_can_be_told_also_through_a_pool(TestDatabase database) throws Exception {
        try (var direct = database.connect();
                var pooled = database.dataSource().getConnection()) {
            assertThat(Promptness.begin(direct)).isTrue();
            assertThat(Promptness.begin(pooled)).isTrue();
            Promptness.end(pooled);
        }
    }

    @Test
    void whatever_is_notified_arrives_however_it_is_split(TestDatabase database) throws Exception {
        var expected = new ArrayList<String>();
        try (var listening = database.connect()) {
            listening.createStatement().execute("listen promptness");
            Promptness.begin(listening);
            for (int i = 0; i < 50; i++) {
                database.query("select pg_notify('promptness', n::text) from generate_series(1, ?) n", 1 + i % 3);
                for (int n = 1; n <= 1 + i % 3; n++) {
                    expected.add(Integer.toString(n));
                }
            }

            assertThat(arrived(listening, expected.size())).isEqualTo(expected);

            Promptness.end(listening);
            database.query("select pg_notify('promptness', 'last')");
            assertThat(arrived(listening, 1)).containsExactly("last");
        }
    }

    private static List<String> arrived(Connection connection, int count) throws Exception {
        var arrived = new ArrayList<String>();
        while (arrived.size() < count) {
            var some = connection.unwrap(PGConnection.class).getNotifications(10_000);
            assertThat(some).isNotEmpty();
            for (var one : some) {
                arrived.add(one.getParameter());
            }
        }
        return arrived;
    }
}
