// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Scenario;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Every list of the console and of REST, with ten million jobs behind them and millions of all else. */
public final class ConsoleBenchmark implements Benchmark {
    private final Installation installation = new Installation();

    @Override
    public String name() {
        return "console";
    }

    @Override
    public String summary() {
        return "pages of the console and lists over REST, with --rows jobs and millions of all else";
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(
                scenario("console", address -> !address.startsWith("/api/")),
                scenario("REST", address -> address.startsWith("/api/")));
    }

    private Scenario scenario(String name, Predicate<String> isPart) {
        var nothing = Page.of("/health/live", installation);
        var pages = Stream.concat(
                        Stream.of(nothing),
                        Addresses.all().filter(isPart).map(address -> Page.of(address, installation)))
                .map(Contender.class::cast);
        var doctor = name.equals("REST") ? Stream.<Contender>of(new Doctor(installation)) : Stream.<Contender>empty();
        return Scenario.latency(name, "request", Stream.concat(pages, doctor).toList());
    }

    @Override
    public void close() {
        installation.close();
    }
}
