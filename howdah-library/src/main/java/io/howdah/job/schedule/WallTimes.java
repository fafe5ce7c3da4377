// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * The times that a cron expression names on a clock on the wall that is never put forward or back. A search jumps from
 * field to field and gives up after 400 years, when the calendar begins anew: what has not matched then never will.
 *
 * @param seconds bits 0 to 59
 * @param minutes bits 0 to 59
 * @param hours bits 0 to 23
 * @param months bits 1 to 12
 */
record WallTimes(long seconds, long minutes, long hours, long months, CronDays days) {
    static final int CYCLE_YEARS = 400;

    private static final int NONE = -1;
    private static final int CYCLE_MONTHS = CYCLE_YEARS * 12;

    /** The first time at or after this one, which has no fraction of a second; null when there is none. */
    @Nullable
    LocalDateTime next(LocalDateTime from) {
        var day = nextDay(from.toLocalDate());
        if (day != null && day.equals(from.toLocalDate())) {
            var time = nextTime(from.toLocalTime());
            if (time != null) {
                return day.atTime(time);
            }
            day = nextDay(day.plusDays(1));
        }
        return day == null ? null : day.atTime(first());
    }

    /** The latest time at or before this one, which has no fraction of a second; null when there is none. */
    @Nullable
    LocalDateTime previous(LocalDateTime upTo) {
        var day = previousDay(upTo.toLocalDate());
        if (day != null && day.equals(upTo.toLocalDate())) {
            var time = previousTime(upTo.toLocalTime());
            if (time != null) {
                return day.atTime(time);
            }
            day = previousDay(day.minusDays(1));
        }
        return day == null ? null : day.atTime(last());
    }

    private @Nullable LocalDate nextDay(LocalDate from) {
        var month = YearMonth.from(from);
        for (int i = 0; i <= CYCLE_MONTHS; i++, month = month.plusMonths(1)) {
            if (atLeast(months, month.getMonthValue()) == month.getMonthValue()) {
                var day = atLeast(days.in(month), i == 0 ? from.getDayOfMonth() : 1);
                if (day != NONE) {
                    return month.atDay(day);
                }
            }
        }
        return null;
    }

    private @Nullable LocalDate previousDay(LocalDate upTo) {
        var month = YearMonth.from(upTo);
        for (int i = 0; i <= CYCLE_MONTHS; i++, month = month.minusMonths(1)) {
            if (atMost(months, month.getMonthValue()) == month.getMonthValue()) {
                var day = atMost(days.in(month), i == 0 ? upTo.getDayOfMonth() : 31);
                if (day != NONE) {
                    return month.atDay(day);
                }
            }
        }
        return null;
    }

    private LocalTime first() {
        return LocalTime.of(atLeast(hours, 0), atLeast(minutes, 0), atLeast(seconds, 0));
    }

    private LocalTime last() {
        return LocalTime.of(atMost(hours, 23), atMost(minutes, 59), atMost(seconds, 59));
    }

    private @Nullable LocalTime nextTime(LocalTime from) {
        var hour = atLeast(hours, from.getHour());
        if (hour == from.getHour()) {
            var minute = atLeast(minutes, from.getMinute());
            if (minute == from.getMinute()) {
                var second = atLeast(seconds, from.getSecond());
                if (second != NONE) {
                    return LocalTime.of(hour, minute, second);
                }
                minute = atLeast(minutes, minute + 1);
            }
            if (minute != NONE) {
                return LocalTime.of(hour, minute, atLeast(seconds, 0));
            }
            hour = atLeast(hours, hour + 1);
        }
        return hour == NONE ? null : LocalTime.of(hour, atLeast(minutes, 0), atLeast(seconds, 0));
    }

    private @Nullable LocalTime previousTime(LocalTime upTo) {
        var hour = atMost(hours, upTo.getHour());
        if (hour == upTo.getHour()) {
            var minute = atMost(minutes, upTo.getMinute());
            if (minute == upTo.getMinute()) {
                var second = atMost(seconds, upTo.getSecond());
                if (second != NONE) {
                    return LocalTime.of(hour, minute, second);
                }
                minute = atMost(minutes, minute - 1);
            }
            if (minute != NONE) {
                return LocalTime.of(hour, minute, atMost(seconds, 59));
            }
            hour = atMost(hours, hour - 1);
        }
        return hour == NONE ? null : LocalTime.of(hour, atMost(minutes, 59), atMost(seconds, 59));
    }

    /** The lowest bit from this one on. */
    private static int atLeast(long bits, int from) {
        var left = bits & (-1L << from);
        return left == 0 ? NONE : Long.numberOfTrailingZeros(left);
    }

    /** The highest bit up to this one. */
    private static int atMost(long bits, int upTo) {
        var left = upTo < 0 ? 0 : bits & (-1L >>> (63 - upTo));
        return left == 0 ? NONE : 63 - Long.numberOfLeadingZeros(left);
    }
}
