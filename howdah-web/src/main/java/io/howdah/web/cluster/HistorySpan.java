// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.web.WebException;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

/** How far back a chart looks, and in which steps. */
public enum HistorySpan {
    HOUR(Duration.ofHours(1), Duration.ofMinutes(1)),
    DAY(Duration.ofDays(1), Duration.ofMinutes(10)),
    WEEK(Duration.ofDays(7), Duration.ofHours(1));

    private final Duration length;
    private final Duration step;

    HistorySpan(Duration length, Duration step) {
        this.length = length;
        this.step = step;
    }

    public Duration length() {
        return length;
    }

    public Duration step() {
        return step;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static HistorySpan of(String word) {
        return Stream.of(values())
                .filter(span -> span.word().equals(word))
                .findFirst()
                .orElseThrow(() -> WebException.invalid("over is hour, day or week."));
    }
}
