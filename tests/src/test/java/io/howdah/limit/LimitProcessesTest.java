// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three processes ask for far more than is allowed, and what they were granted is judged afterwards. */
@HowdahTest
class LimitProcessesTest {
    private static final int PROCESSES = 3;

    /** Something that was granted between two moments. */
    private record Use(long cost, long from, long to) {}

    @Test
    void no_stretch_of_time_has_more_than_the_limit_in_any_mode(TestDatabase database) {
        database.execute("create table use (policy text, key text, cost bigint, began bigint, ended bigint)");
        run(
                database,
                List.of(
                        "bucket",
                        "window",
                        "leased-bucket",
                        "leased-window",
                        "approximate-bucket",
                        "approximate-window"));
        for (var row : database.query("select distinct policy, key from use order by 1, 2")) {
            var name = row.toString();
            var policy = LimitProcess.policy((String) row.get(0));
            var limit = policy.limits().getFirst();
            var uses = uses(database, row);
            assertThat(fullest(uses, limit))
                    .as(name)
                    .isLessThanOrEqualTo(limit.count() + PROCESSES * policy.unwritten());
            assertThat(uses.stream().mapToLong(Use::cost).sum())
                    .as("granted: " + name)
                    .isGreaterThan(limit.count() + limit.count() / 2);
        }
    }

    private static void run(TestDatabase database, List<String> names) {
        var processes = new ArrayList<TestProcess>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                processes.add(TestProcess.of(LimitProcess.class)
                        .arguments(database.jdbcUrl(), database.user(), database.password())
                        .start());
            }
            processes.forEach(process -> process.awaitLine("ready"));
            for (var name : names) {
                processes.forEach(process -> process.send(name));
                processes.forEach(process -> process.awaitLine("asked " + name));
            }
        } finally {
            processes.forEach(TestProcess::close);
        }
    }

    private static List<Use> uses(TestDatabase database, List<Object> of) {
        return database
                .query("select cost, began, ended from use where policy = ? and key = ?", of.get(0), of.get(1))
                .stream()
                .map(row -> new Use((Long) row.get(0), (Long) row.get(1), (Long) row.get(2)))
                .sorted(Comparator.comparingLong(Use::to))
                .toList();
    }

    /** The most that lies within any stretch for certain, less what a bucket refills in it. */
    private static long fullest(List<Use> uses, Bandwidth limit) {
        var fullest = 0L;
        for (var first : uses) {
            var sum = 0L;
            for (var use : uses) {
                var length = use.to() - first.from();
                if (limit.isWindow() && length >= limit.period().toNanos()) {
                    break;
                }
                if (use.from() >= first.from()) {
                    sum += use.cost();
                    fullest = Math.max(fullest, limit.isWindow() ? sum : sum - length / limit.tokenNanos());
                }
            }
        }
        return fullest;
    }
}
