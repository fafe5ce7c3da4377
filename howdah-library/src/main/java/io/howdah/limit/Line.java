// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/** Checks of the same key and cost, which the database judges as one. Not thread-safe. */
final class Line {
    private final String key;
    private final long cost;
    private final long aheadNanos;
    private final List<Check> checks = new ArrayList<>();
    private long extra;
    private long used;

    private Line(Check first) {
        this.key = first.key();
        this.cost = first.cost();
        this.aheadNanos = first.aheadNanos();
    }

    /** What must be told apart; a reservation has a delay of its own and is told apart from everything. */
    private record Group(String key, long cost, int reservation) {}

    /** In order of their keys, as all processes have it: batches cannot wait for each other in a circle. */
    static List<Line> of(Collection<Check> checks) {
        var lines = new HashMap<Group, Line>();
        for (var check : checks) {
            var reservation = check.aheadNanos() > 0 ? lines.size() + 1 : 0;
            lines.computeIfAbsent(new Group(check.key(), check.cost(), reservation), group -> new Line(check))
                    .checks
                    .add(check);
        }
        return lines.values().stream()
                .sorted(Comparator.comparing(Line::key).thenComparingLong(Line::cost))
                .toList();
    }

    /** One that asks for nothing, but may say what was used. */
    static Line empty(String key) {
        return new Line(Check.of(key, 1));
    }

    /** Tokens wanted beyond what is asked, to be handed out later. */
    Line extra(long tokens) {
        this.extra = tokens;
        return this;
    }

    /** Tokens handed out already. */
    Line used(long tokens) {
        this.used = tokens;
        return this;
    }

    String key() {
        return key;
    }

    long cost() {
        return cost;
    }

    long aheadNanos() {
        return aheadNanos;
    }

    List<Check> checks() {
        return checks;
    }

    long extra() {
        return extra;
    }

    long used() {
        return used;
    }
}
