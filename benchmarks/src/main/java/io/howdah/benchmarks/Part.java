// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Scenario;
import java.util.List;

/** Some scenarios of a benchmark, with some of their contenders. */
record Part(Benchmark whole, List<Scenario> scenarios) implements Benchmark {
    /** What is named by any of the texts: a scenario or contender whose name contains one. No text means everything. */
    static Part of(Benchmark whole, List<String> scenarios, List<String> contenders) {
        List<Scenario> wanted = whole.scenarios().stream()
                .filter(scenario -> isNamed(scenario.name(), scenarios))
                .flatMap(scenario -> scenario.limitedTo(contender -> isNamed(contender.name(), contenders)).stream())
                .toList();
        return new Part(whole, wanted);
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public String summary() {
        return whole.summary();
    }

    @Override
    public void close() {
        whole.close();
    }

    private static boolean isNamed(String name, List<String> texts) {
        return texts.isEmpty() || texts.stream().anyMatch(name::contains);
    }
}
