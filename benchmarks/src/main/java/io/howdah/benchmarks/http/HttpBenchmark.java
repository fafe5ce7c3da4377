// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.http;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** What the API answers over HTTP, with so many connections that each wait for one answer at a time. */
public final class HttpBenchmark implements Benchmark {
    @Override
    public String name() {
        return "http";
    }

    @Override
    public String summary() {
        return "enqueue, send-receive-ack, lease and limit over HTTP, with 1, 8 and 64 connections";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.of(1, 8, 64)
                .flatMap(connections -> Stream.of(
                        scenario(
                                connections,
                                "enqueue",
                                "job",
                                new OverHttp("howdah", connections, Verbs::enqueue),
                                new OverHttp("howdah, Idempotency-Key", connections, Verbs::enqueueOnce)),
                        scenario(
                                connections,
                                "send, receive, ack",
                                "message",
                                new OverHttp("howdah", connections, Verbs::message)),
                        scenario(
                                connections,
                                "lease and release",
                                "lease",
                                new OverHttp("howdah", connections, Verbs::lease)),
                        scenario(connections, "limit", "check", new OverHttp("howdah", connections, Verbs::limit))))
                .toList();
    }

    /** Who is measured warms itself up: every turn begins with a new process. */
    private static Scenario scenario(int connections, String what, String unit, OverHttp... contenders) {
        var name = what + ", " + connections + (connections == 1 ? " connection" : " connections");
        return Scenario.throughput(name, unit, List.of(contenders)).warmedUp(0);
    }
}
