// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One situation in which contenders are compared, such as "8 threads".
 *
 * @param unit what one operation is, in the singular, such as "job"
 * @param baseline the contender that the others' ratios refer to
 * @param warmUps how often everybody warms up before anything is measured, unless it is to be quick
 */
public record Scenario(
        String name, String unit, Headline headline, String baseline, List<Contender> contenders, int warmUps) {
    /** The figure that is compared. */
    public enum Headline {
        /** Operations per second; latencies are shown if they were recorded. */
        THROUGHPUT,
        /** Latencies at a given rate, which is therefore no result. */
        LATENCY
    }

    public Scenario {
        contenders = List.copyOf(contenders);
        List<String> names = contenders.stream().map(Contender::name).toList();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("Two contenders of \"" + name + "\" have the same name: " + names + ".");
        }
        if (!names.contains(baseline)) {
            throw new IllegalArgumentException(
                    "The baseline \"" + baseline + "\" of \"" + name + "\" is not among its contenders " + names + ".");
        }
    }

    /** A comparison of operations per second; the first contender is the baseline. */
    public static Scenario throughput(String name, String unit, List<Contender> contenders) {
        return new Scenario(
                name, unit, Headline.THROUGHPUT, contenders.getFirst().name(), contenders, 1);
    }

    /** A comparison of latencies; the first contender is the baseline. */
    public static Scenario latency(String name, String unit, List<Contender> contenders) {
        return new Scenario(name, unit, Headline.LATENCY, contenders.getFirst().name(), contenders, 1);
    }

    /**
     * The same scenario with some of its contenders only, if there are any; the first is the baseline if it was lost.
     */
    public Optional<Scenario> limitedTo(Predicate<Contender> wanted) {
        List<Contender> left = contenders.stream().filter(wanted).toList();
        if (left.isEmpty()) {
            return Optional.empty();
        }
        boolean hasBaseline =
                left.stream().anyMatch(contender -> contender.name().equals(baseline));
        return Optional.of(new Scenario(
                name, unit, headline, hasBaseline ? baseline : left.getFirst().name(), left, warmUps));
    }

    /** The same scenario with ratios that refer to another contender. */
    public Scenario against(String wanted) {
        return new Scenario(name, unit, headline, wanted, contenders, warmUps);
    }

    /** The same scenario for contenders whose processes take long to reach their speed. */
    public Scenario warmedUp(int times) {
        return new Scenario(name, unit, headline, baseline, contenders, times);
    }
}
