// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Lines over time, as shapes in a box of {@link #WIDTH} by {@link #HEIGHT}.
 *
 * @param summary what it shows in one sentence, for whoever does not see it
 * @param marks values on the left edge, from the bottom up
 */
public record Chart(String id, String title, String summary, List<Mark> marks, List<Line> lines) {
    public static final int WIDTH = 560;
    public static final int HEIGHT = 170;
    static final int LEFT = 52;
    private static final int TOP = 10;
    private static final int BOTTOM = 146;
    private static final int RIGHT = WIDTH - 6;
    private static final int MARKS = 2;

    /** A value and how high it is. */
    public record Mark(String text, int y) {}

    /**
     * A series.
     *
     * @param path as SVG has it; it begins anew after a gap
     * @param area the same, closed at the bottom
     */
    public record Line(String name, String kind, String path, String area) {}

    /** What a line is made of. */
    record Series(String name, String kind, Function<HistoryPoint, Optional<Double>> value) {}

    /** When it begins, how long it is, and what was then. */
    record Window(Instant from, HistorySpan span, List<HistoryPoint> points) {}

    static Chart of(String id, String title, Window window, DoubleFunction<String> unit, Series... all) {
        var points = window.points;
        var most = List.of(all).stream()
                .flatMap(series -> points.stream().flatMap(point -> series.value.apply(point).stream()))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        var top = ceiling(most);
        var marks = IntStream.rangeClosed(0, MARKS)
                .mapToObj(i -> new Mark(unit.apply(top * i / MARKS), y(top * i / MARKS, top)))
                .toList();
        var lines =
                List.of(all).stream().map(series -> line(series, window, top)).toList();
        return new Chart(id, title, summary(points, unit, all), marks, lines);
    }

    private static String summary(List<HistoryPoint> points, DoubleFunction<String> unit, Series... all) {
        var said = new ArrayList<String>();
        for (var series : all) {
            var values = points.stream()
                    .flatMap(point -> series.value.apply(point).stream())
                    .toList();
            if (!values.isEmpty()) {
                var most =
                        values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
                said.add(series.name + " " + unit.apply(values.getLast()) + " last, " + unit.apply(most) + " at most");
            }
        }
        return said.isEmpty() ? "nothing yet" : String.join("; ", said);
    }

    private static Line line(Series series, Window window, double top) {
        var path = new StringBuilder();
        var area = new StringBuilder();
        var gap = window.span.step().multipliedBy(3);
        Optional<Instant> last = Optional.empty();
        var lastX = 0;
        for (var point : window.points) {
            var value = series.value.apply(point);
            if (value.isEmpty()) {
                continue;
            }
            var x = x(point.at(), window);
            var joined = last.filter(at -> Duration.between(at, point.at()).compareTo(gap) <= 0)
                    .isPresent();
            if (!joined) {
                close(area, lastX);
                area.append("M").append(x).append(' ').append(BOTTOM);
            }
            var place = x + " " + y(value.get(), top);
            path.append(joined ? "L" : "M").append(place);
            area.append("L").append(place);
            last = Optional.of(point.at());
            lastX = x;
        }
        close(area, lastX);
        return new Line(series.name, series.kind, path.toString(), area.toString());
    }

    private static void close(StringBuilder area, int x) {
        if (!area.isEmpty()) {
            area.append("L").append(x).append(' ').append(BOTTOM).append('Z');
        }
    }

    private static int x(Instant at, Window window) {
        var share = (double) Duration.between(window.from, at).toMillis()
                / window.span.length().toMillis();
        return (int) Math.round(LEFT + Math.clamp(share, 0, 1) * (RIGHT - LEFT));
    }

    private static int y(double value, double top) {
        return (int) Math.round(BOTTOM - value / top * (BOTTOM - TOP));
    }

    /** The next of 2, 4, 6, 8, 10, 20, 40 …, so that half of it is a whole number too. */
    static double ceiling(double most) {
        double step = 1;
        while (true) {
            for (var factor : new int[] {2, 4, 6, 8, 10}) {
                if (most <= step * factor) {
                    return step * factor;
                }
            }
            step *= 10;
        }
    }

    static String rounded(double value) {
        return value < 10 && value != Math.rint(value)
                ? String.format(Locale.ROOT, "%.1f", value)
                : String.format(Locale.ROOT, "%,.0f", value);
    }
}
