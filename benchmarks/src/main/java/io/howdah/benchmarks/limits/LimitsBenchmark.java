// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.limits;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.limit.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** How many checks can be answered, all of them granted, on one hot key and on many. */
public final class LimitsBenchmark implements Benchmark {
    static final long LIMIT = 100_000_000;
    private static final RateLimit EXACT = RateLimit.named("bench").allow(LIMIT, Duration.ofSeconds(1));
    private static final int MANY_KEYS = 10_000;

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public String summary() {
        return "checks of a rate limit on one hot key and on 10 000, with 1, 8 and 32 threads";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.of(1, MANY_KEYS)
                .flatMap(keys -> Stream.of(1, 8, 32).map(threads -> scenario(keys, threads)))
                .toList();
    }

    private static Scenario scenario(int keys, int threads) {
        var crowd = new Crowd(keys, threads);
        return Scenario.throughput(
                crowd.toString(),
                "check",
                List.of(
                        Bucket4jChecks.selectForUpdate("Bucket4j, select for update", crowd, "create table"),
                        Bucket4jChecks.selectForUpdate(
                                "Bucket4j, select for update, unlogged", crowd, "create unlogged table"),
                        Bucket4jChecks.advisory("Bucket4j, advisory lock", crowd),
                        new RedisChecks("Bucket4j on Redis", crowd, RedisChecks::bucket4j),
                        new RedisChecks("script on Redis", crowd, RedisChecks::script),
                        new HowdahChecks("howdah exact", crowd, EXACT),
                        new HowdahChecks("howdah exact, durable", crowd, EXACT.durable()),
                        new HowdahChecks("howdah leased", crowd, EXACT.leased()),
                        new HowdahChecks("howdah approximate", crowd, EXACT.approximate(1_000))));
    }
}
