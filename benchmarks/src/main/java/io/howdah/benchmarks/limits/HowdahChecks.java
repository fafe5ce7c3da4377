// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.limits;

import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.limit.Decision.Source;
import io.howdah.limit.RateLimit;
import java.time.Duration;
import java.util.stream.IntStream;

/** Howdah with one policy. */
record HowdahChecks(String name, Crowd crowd, RateLimit policy) implements Contender {
    @Override
    public Trial prepare(Stage stage) throws Exception {
        var pool = Pools.of(stage.database(), 10);
        var howdah = Howdah.open(pool);
        howdah.migrate();
        var limits = howdah.limits();
        var keys = IntStream.range(0, crowd.keys()).mapToObj(n -> "key " + n).toArray(String[]::new);
        var patient = policy.failClosed().answerWithin(Duration.ofSeconds(30));
        return crowd.asking(
                stage,
                key -> {
                    var decision = limits.tryAcquire(patient, keys[key]);
                    return decision.isGranted() && decision.source() != Source.FALLBACK;
                },
                () -> {
                    howdah.close();
                    pool.close();
                });
    }
}
