// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.limits;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;

/** Bucket4j on PostgreSQL, in both of its ways. */
final class Bucket4jChecks {
    private static final String COLUMNS =
            " bucket (id bigint primary key, state bytea, expires_at bigint, explicit_lock bigint)";

    private Bucket4jChecks() {}

    static Contender selectForUpdate(String name, Crowd crowd, String createTable) {
        return Contender.of(
                name,
                stage -> prepare(
                        stage,
                        crowd,
                        createTable,
                        pool -> Bucket4jPostgreSQL.selectForUpdateBasedBuilder(pool)
                                .build()));
    }

    static Contender advisory(String name, Crowd crowd) {
        return Contender.of(
                name,
                stage -> prepare(
                        stage,
                        crowd,
                        "create table",
                        pool -> Bucket4jPostgreSQL.advisoryLockBasedBuilder(pool)
                                .build()));
    }

    static BucketConfiguration configuration() {
        return BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(LimitsBenchmark.LIMIT)
                        .refillGreedy(LimitsBenchmark.LIMIT, Duration.ofSeconds(1)))
                .build();
    }

    private static Trial prepare(
            Stage stage, Crowd crowd, String createTable, Function<DataSource, ProxyManager<Long>> buckets)
            throws Exception {
        stage.database().execute(createTable + COLUMNS);
        var pool = Pools.of(stage.database(), Math.max(10, crowd.threads()));
        var proxies = buckets.apply(pool);
        var configuration = configuration();
        return crowd.asking(
                stage, key -> proxies.getProxy((long) key, () -> configuration).tryConsume(1), pool);
    }
}
