// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.web.cluster.Chart.Series;
import io.howdah.web.cluster.Chart.Window;
import io.howdah.web.console.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the overview shows of the time that has passed, newest last. */
public record Charts(HistorySpan span, List<HistoryPoint> points, List<Chart> all) {
    static Charts of(HistorySpan span, List<HistoryPoint> points, Instant now) {
        var window = new Window(now.minus(span.length()), span, points);
        var passed = Chart.of(
                "passed",
                "Throughput a minute",
                window,
                Chart::rounded,
                new Series("attempts ended", "first", HistoryPoint::endedPerMinute),
                new Series("enqueued", "second", HistoryPoint::addedPerMinute));
        var behind = Chart.of(
                "behind",
                "Waiting",
                window,
                Charts::seconds,
                new Series("oldest job", "first", point -> Optional.of(point.waited())),
                new Series("event log", "second", point -> Optional.of(point.lagged())));
        return new Charts(span, points, List.of(passed, behind));
    }

    /** A rate as people read it. */
    public static String rate(Optional<Double> rate) {
        return rate.map(Chart::rounded).orElse("–");
    }

    public static String seconds(double seconds) {
        return seconds == 0 ? "0 s" : Words.span(Duration.ofMillis(Math.round(seconds * 1_000)));
    }
}
