// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import java.util.ArrayList;
import java.util.List;

/** How one text becomes another, line by line, with what is around it. */
public final class TextDiff {
    private static final int AROUND = 3;

    /** What comparing may cost: so many pairs of lines, for each of which a number is kept. */
    private static final long MOST_PAIRS = 1_000_000;

    private TextDiff() {}

    /**
     * A line that is shown.
     *
     * @param kind {@code +} added, {@code -} removed, a space where it stayed, {@code @} where lines were left out
     */
    public record Line(char kind, String text) {
        public String word() {
            return switch (kind) {
                case '+' -> "added";
                case '-' -> "removed";
                case '@' -> "place";
                default -> "same";
            };
        }
    }

    /** Empty when they are equal; one line that says so when they are too large to be compared. */
    static List<Line> of(String before, String after) {
        var from = before.isEmpty() ? List.<String>of() : before.lines().toList();
        var to = after.isEmpty() ? List.<String>of() : after.lines().toList();
        var start = 0;
        while (start < from.size() && start < to.size() && from.get(start).equals(to.get(start))) {
            start++;
        }
        var end = 0;
        while (end < from.size() - start
                && end < to.size() - start
                && from.get(from.size() - 1 - end).equals(to.get(to.size() - 1 - end))) {
            end++;
        }
        var left = from.subList(start, from.size() - end);
        var right = to.subList(start, to.size() - end);
        if ((long) left.size() * right.size() > MOST_PAIRS) {
            return List.of(new Line('@', "too different to be compared line by line"));
        }
        var all = new ArrayList<Line>();
        from.subList(0, start).forEach(line -> all.add(new Line(' ', line)));
        all.addAll(between(left, right));
        from.subList(from.size() - end, from.size()).forEach(line -> all.add(new Line(' ', line)));
        return shortened(all);
    }

    /** By the longest sequence of lines that both have. */
    private static List<Line> between(List<String> from, List<String> to) {
        var common = new int[from.size() + 1][to.size() + 1];
        for (int i = from.size() - 1; i >= 0; i--) {
            for (int j = to.size() - 1; j >= 0; j--) {
                common[i][j] = from.get(i).equals(to.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        var lines = new ArrayList<Line>();
        var i = 0;
        var j = 0;
        while (i < from.size() || j < to.size()) {
            if (i < from.size() && j < to.size() && from.get(i).equals(to.get(j))) {
                lines.add(new Line(' ', from.get(i)));
                i++;
                j++;
            } else if (j == to.size() || (i < from.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line('-', from.get(i++)));
            } else {
                lines.add(new Line('+', to.get(j++)));
            }
        }
        return lines;
    }

    private static List<Line> shortened(List<Line> all) {
        var near = new boolean[all.size()];
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).kind() != ' ') {
                for (int j = Math.max(0, i - AROUND); j <= Math.min(all.size() - 1, i + AROUND); j++) {
                    near[j] = true;
                }
            }
        }
        var shown = new ArrayList<Line>();
        var before = 1;
        var after = 1;
        for (int i = 0; i < all.size(); i++) {
            if (near[i]) {
                if (i == 0 || !near[i - 1]) {
                    shown.add(new Line('@', "from line " + before + ", now line " + after));
                }
                shown.add(all.get(i));
            }
            before += all.get(i).kind() == '+' ? 0 : 1;
            after += all.get(i).kind() == '-' ? 0 : 1;
        }
        return shown;
    }
}
