// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** A field of a cron expression: what it is called, and which values it knows. */
enum CronField {
    SECOND("second", 0, 59, ""),
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY_OF_MONTH("day of month", 1, 31, ""),
    MONTH("month", 1, 12, "jan feb mar apr may jun jul aug sep oct nov dec"),
    /** Sunday is 0 and 7, so that a range may begin or end with it. */
    DAY_OF_WEEK("day of week", 0, 7, "sun mon tue wed thu fri sat");

    private final String label;
    private final int min;
    private final int max;
    private final String names;

    CronField(String label, int min, int max, String names) {
        this.label = label;
        this.min = min;
        this.max = max;
        this.names = names;
    }

    String label() {
        return label;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }

    boolean isDay() {
        return this == DAY_OF_MONTH || this == DAY_OF_WEEK;
    }

    /** The number that a text stands for, whether or not it is in range; empty when it is neither number nor name. */
    OptionalInt value(String text) {
        var name = List.of(names.split(" ")).indexOf(text.toLowerCase(Locale.ROOT));
        if (name >= 0 && !text.isEmpty()) {
            return OptionalInt.of(min + name);
        }
        return text.matches("[0-9]{1,4}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    String allowed() {
        var numbers = min + " to " + max;
        return names.isEmpty()
                ? numbers
                : numbers + " or " + names.substring(0, 3) + " to " + names.substring(names.length() - 3);
    }
}
