// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import java.util.Locale;

/** Figures as people read them: about three digits that count, thousands separated. */
final class Numbers {
    /** What a shared machine does between two runs of the same thing. */
    private static final double NO_EVIDENCE = 1.5;

    private Numbers() {}

    static String of(double value) {
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    static String range(Spread spread) {
        return of(spread.min()) + " – " + of(spread.max());
    }

    /** A ratio, marked if it is too near to 1 to mean anything. */
    static String ratio(double ratio) {
        boolean evidence = ratio >= NO_EVIDENCE || ratio <= 1 / NO_EVIDENCE;
        return (evidence ? "" : "≈ ") + String.format(Locale.ROOT, ratio >= 10 ? "%,.1f" : "%.2f", ratio);
    }
}
