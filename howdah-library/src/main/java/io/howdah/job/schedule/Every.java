// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A fixed rate: ticks that many milliseconds apart, counted from an anchor. It does not drift, however late a tick was
 * taken, and it knows neither zones nor daylight saving. Immutable.
 *
 * @param anchor a moment that is a tick; the others lie whole periods before and after it
 */
public record Every(Duration period, Instant anchor) implements Rhythm {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3_650);
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    public Every {
        require(
                period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0,
                "a period must be from one second to ten years: " + period);
        require(
                period.truncatedTo(ChronoUnit.MILLIS).equals(period),
                "a period must be of whole milliseconds: " + period);
        require(
                !anchor.isBefore(EARLIEST)
                        && !anchor.isAfter(LATEST)
                        && anchor.truncatedTo(ChronoUnit.MILLIS).equals(anchor),
                "an anchor must be a whole millisecond of the years 1 to 9999: " + anchor);
    }

    /** Ticks anchored at 1970-01-01T00:00Z, the same in every process: every 15 minutes is at :00, :15, :30 and :45. */
    public static Every of(Duration period) {
        return new Every(period, Instant.EPOCH);
    }

    /** The same rate, with a tick at this moment. */
    public Every anchoredAt(Instant tick) {
        return new Every(period, tick);
    }

    @Override
    public Instant next(Instant after) {
        return previous(after).plus(period);
    }

    @Override
    public Instant previous(Instant upTo) {
        var millis = period.toMillis();
        var passed = anchor.until(upTo.truncatedTo(ChronoUnit.MILLIS), ChronoUnit.MILLIS);
        return anchor.plusMillis(Math.floorDiv(passed, millis) * millis);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    @Override
    public String toString() {
        return "every " + period + (anchor.equals(Instant.EPOCH) ? "" : " from " + anchor);
    }
}
