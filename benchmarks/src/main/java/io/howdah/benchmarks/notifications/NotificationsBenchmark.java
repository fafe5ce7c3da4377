// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.notifications;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** How many intents are taken in, and how many webhooks delivered. */
public final class NotificationsBenchmark implements Benchmark {
    private static final int MANY = 100;

    @Override
    public String name() {
        return "notifications";
    }

    @Override
    public String summary() {
        return "intents taken in, new and repeated; webhooks to 1 and 100 endpoints, one of them dead";
    }

    @Override
    public List<Scenario> scenarios() {
        var intake = Stream.of(1, 8).map(NotificationsBenchmark::intake);
        return Stream.concat(intake, Stream.of(deliveries())).toList();
    }

    private static Scenario intake(int threads) {
        return Scenario.throughput(
                "taken in by " + threads + (threads == 1 ? " thread" : " threads"),
                "intent",
                List.of(
                        new IntakeTrial("all new", threads, 0),
                        new IntakeTrial("half of them repeated", threads, 50),
                        new IntakeTrial("nearly all repeated", threads, 99)));
    }

    private static Scenario deliveries() {
        return Scenario.throughput(
                "webhooks delivered",
                "webhook",
                List.of(
                        new DeliveryTrial("1 endpoint", 1, false),
                        new DeliveryTrial("100 endpoints", MANY, false),
                        new DeliveryTrial("100 endpoints, one of them dead", MANY, true)));
    }
}
