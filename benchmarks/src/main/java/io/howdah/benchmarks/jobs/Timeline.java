// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** When how many jobs had been handled, as a process told it. Thread-safe. */
final class Timeline {
    private final List<Point> points = new ArrayList<>();
    private volatile int count;

    /** So many in all by that time. */
    synchronized void add(long atMicros, int handled) {
        points.add(new Point(atMicros, handled));
        count = Math.max(count, handled);
    }

    int count() {
        return count;
    }

    /** All that several processes have handled together. */
    static Timeline together(Collection<Timeline> timelines) {
        var steps = new ArrayList<Point>();
        for (Timeline timeline : timelines) {
            int before = 0;
            for (Point point : timeline.points()) {
                // Threads may tell their counts in another order than they counted.
                if (point.handled() > before) {
                    steps.add(new Point(point.atMicros(), point.handled() - before));
                    before = point.handled();
                }
            }
        }
        steps.sort(Comparator.comparingLong(Point::atMicros));
        var together = new Timeline();
        int sum = 0;
        for (Point step : steps) {
            sum += step.handled();
            together.add(step.atMicros(), sum);
        }
        return together;
    }

    /** When the first one was handled. */
    long beganMicros() {
        return points().getFirst().atMicros();
    }

    /** When this many had been handled. */
    long reachedMicros(int wanted) {
        return points().stream()
                .filter(point -> point.handled() >= wanted)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Only " + count + " of " + wanted + " were handled."))
                .atMicros();
    }

    /** Jobs per second from when the first so many had been handled until the others had been. */
    double perSecond(int from, int to) {
        long micros = reachedMicros(to) - reachedMicros(Math.max(1, from));
        return (to - from) / (Math.max(1, micros) / 1e6);
    }

    private synchronized List<Point> points() {
        return List.copyOf(points);
    }

    private record Point(long atMicros, int handled) {}
}
