// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Which days of a month a cron expression names. Sets are bits: of dates 1 to 31, of weekdays 0 (Sunday) to 6.
 *
 * @param dates plain dates
 * @param beforeLast how many days before the last of the month: {@code L} is bit 0, {@code L-3} bit 3
 * @param nearest dates for which the nearest Monday to Friday of the same month is meant: {@code 15W}
 * @param lastWorkday the last Monday to Friday of the month: {@code LW}
 * @param weekdays plain weekdays
 * @param lastWeekdays the last one of the month: {@code 5L}
 * @param nthWeekdays the first to fifth of the month, seven bits each: {@code 5#3}
 * @param anyDate the day of month is not restricted
 * @param anyWeekday the day of week is not restricted
 */
record CronDays(
        long dates,
        long beforeLast,
        long nearest,
        boolean lastWorkday,
        long weekdays,
        long lastWeekdays,
        long nthWeekdays,
        boolean anyDate,
        boolean anyWeekday) {

    private static final int SATURDAY = 6;
    private static final int SUNDAY = 0;

    /** Bits 1 to 31. When both fields are restricted, a day that either of them names is meant. */
    long in(YearMonth month) {
        var length = month.lengthOfMonth();
        if (anyDate) {
            return anyWeekday ? upTo(length) : byWeekday(month, length);
        }
        return byDate(month, length) | (anyWeekday ? 0 : byWeekday(month, length));
    }

    private long byDate(YearMonth month, int length) {
        var days = dates & upTo(length);
        for (int date = 1; date <= length; date++) {
            if (has(beforeLast, length - date)) {
                days |= 1L << date;
            }
            if (has(nearest, date) || (lastWorkday && date == length)) {
                days |= 1L << workday(month.atDay(date), length);
            }
        }
        return days;
    }

    /** The nearest Monday to Friday that is still in the same month. */
    private static int workday(LocalDate day, int length) {
        var date = day.getDayOfMonth();
        return switch (weekday(day)) {
            case SATURDAY -> date > 1 ? date - 1 : date + 2;
            case SUNDAY -> date < length ? date + 1 : date - 2;
            default -> date;
        };
    }

    private long byWeekday(YearMonth month, int length) {
        var days = 0L;
        var weekday = weekday(month.atDay(1));
        for (int date = 1; date <= length; date++) {
            var nth = (date - 1) / 7;
            if (has(weekdays, weekday)
                    || (date > length - 7 && has(lastWeekdays, weekday))
                    || has(nthWeekdays, nth * 7 + weekday)) {
                days |= 1L << date;
            }
            weekday = (weekday + 1) % 7;
        }
        return days;
    }

    private static int weekday(LocalDate day) {
        return day.getDayOfWeek().getValue() % 7;
    }

    private static long upTo(int length) {
        return (1L << (length + 1)) - 2;
    }

    private static boolean has(long bits, int index) {
        return ((bits >>> index) & 1) != 0;
    }
}
