// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.stream.DoubleStream;

/** The middle of some values and how far they lie apart. */
record Spread(double median, double min, double max) {
    static Spread of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("There is no median of no values.");
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
}
