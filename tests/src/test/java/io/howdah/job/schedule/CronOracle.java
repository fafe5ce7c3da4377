// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A random expression with its meaning written down beside it, not parsed, and its ticks found by looking at every
 * minute there is.
 */
final class CronOracle {
    private final String text;
    private final Set<Integer> minutes;
    private final Set<Integer> hours;
    private final Set<Integer> months;
    private final Predicate<LocalDate> days;
    private final boolean open;

    /** A field's text, what it means, and whether it has a wildcard or a step. */
    private record Field(String text, Set<Integer> values, boolean open) {}

    private record Day(String text, Predicate<LocalDate> meaning) {}

    private CronOracle(Field minute, Field hour, Field month, List<Day> dates, List<Day> weekdays) {
        this.text = String.join(" ", minute.text, hour.text, text(dates), month.text, text(weekdays));
        this.minutes = minute.values;
        this.hours = hour.values;
        this.months = month.values;
        this.open = minute.open || hour.open;
        Predicate<LocalDate> byDate = day -> dates.stream().anyMatch(one -> one.meaning.test(day));
        Predicate<LocalDate> byWeekday = day -> weekdays.stream().anyMatch(one -> one.meaning.test(day));
        if (dates.isEmpty() && weekdays.isEmpty()) {
            this.days = day -> true;
        } else {
            this.days = dates.isEmpty() ? byWeekday : weekdays.isEmpty() ? byDate : byDate.or(byWeekday);
        }
    }

    /** More often than not it has to do with this time of the day. */
    static CronOracle random(Random random, int aroundHour) {
        var hour = Math.floorMod(aroundHour + random.nextInt(4) - 2, 24);
        return new CronOracle(
                field(random, 0, 59),
                random.nextInt(3) > 0 ? new Field("" + hour, all(hour, hour), false) : field(random, 0, 23),
                random.nextInt(5) > 0 ? new Field("*", all(1, 12), true) : field(random, 1, 12),
                random.nextInt(3) > 0 ? List.of() : List.of(date(random), date(random)),
                random.nextInt(3) > 0 ? List.of() : List.of(weekday(random)));
    }

    String text() {
        return text;
    }

    /** All ticks of this stretch of time, which begins and ends with a whole minute. */
    NavigableSet<Instant> ticks(ZoneId zone, Instant from, Instant before) {
        var ticks = new TreeSet<Instant>();
        if (open) {
            for (var moment = from; moment.isBefore(before); moment = moment.plusSeconds(60)) {
                if (matches(LocalDateTime.ofInstant(moment, zone))) {
                    ticks.add(moment);
                }
            }
            return ticks;
        }
        // Wider than asked for by more than a zone was ever put forward or back.
        var last = LocalDateTime.ofInstant(before, zone).plusDays(2);
        for (var wall = LocalDateTime.ofInstant(from, zone).minusDays(2);
                wall.isBefore(last);
                wall = wall.plusMinutes(1)) {
            if (matches(wall)) {
                var tick = once(wall, zone);
                if (!tick.isBefore(from) && tick.isBefore(before)) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    private boolean matches(LocalDateTime wall) {
        return minutes.contains(wall.getMinute())
                && hours.contains(wall.getHour())
                && months.contains(wall.getMonthValue())
                && days.test(wall.toLocalDate());
    }

    private static Instant once(LocalDateTime wall, ZoneId zone) {
        var offsets = zone.getRules().getValidOffsets(wall);
        return offsets.isEmpty()
                ? zone.getRules().getTransition(wall).getInstant()
                : offsets.stream().map(wall::toInstant).min(Instant::compareTo).orElseThrow();
    }

    private static Field field(Random random, int min, int max) {
        var from = min + random.nextInt(max - min + 1);
        var to = from + random.nextInt(max - from + 1);
        var step = 1 + random.nextInt((max - min) / 2);
        return switch (random.nextInt(6)) {
            case 0 -> new Field("*", all(min, max), true);
            case 1 -> new Field("*/" + step, stepped(min, max, step), true);
            case 2 -> new Field(from + "-" + to, all(from, to), false);
            case 3 -> new Field(from + "-" + to + "/" + step, stepped(from, to, step), true);
            case 4 -> {
                var both = new HashSet<>(all(from, from));
                both.addAll(all(to, to));
                yield new Field(from + "," + to, both, false);
            }
            default -> new Field("" + from, all(from, from), false);
        };
    }

    private static Set<Integer> all(int from, int to) {
        return stepped(from, to, 1);
    }

    private static Set<Integer> stepped(int from, int to, int step) {
        return IntStream.rangeClosed(from, to)
                .filter(value -> (value - from) % step == 0)
                .boxed()
                .collect(Collectors.toSet());
    }

    private static Day date(Random random) {
        var date = 1 + random.nextInt(28);
        return switch (random.nextInt(5)) {
            case 0 -> new Day("L", day -> day.equals(last(day)));
            case 1 -> new Day("L-" + date % 10, day -> day.equals(last(day).minusDays(date % 10)));
            case 2 -> new Day("LW", day -> day.equals(nearestWorkday(last(day))));
            case 3 -> new Day(date + "W", day -> day.equals(nearestWorkday(day.withDayOfMonth(date))));
            default -> new Day("" + date, day -> day.getDayOfMonth() == date);
        };
    }

    private static Day weekday(Random random) {
        var weekday = DayOfWeek.of(1 + random.nextInt(7));
        var name = weekday.name().substring(0, 3);
        var nth = 1 + random.nextInt(5);
        return switch (random.nextInt(4)) {
            case 0 -> new Day(name + "L", day -> day.equals(day.with(TemporalAdjusters.lastInMonth(weekday))));
            case 1 ->
                new Day(
                        name + "#" + nth,
                        day -> day.equals(day.withDayOfMonth(1)
                                .with(TemporalAdjusters.nextOrSame(weekday))
                                .plusWeeks(nth - 1)));
            case 2 -> new Day("" + weekday.getValue(), day -> day.getDayOfWeek() == weekday);
            default -> new Day(name, day -> day.getDayOfWeek() == weekday);
        };
    }

    private static LocalDate last(LocalDate day) {
        return day.with(TemporalAdjusters.lastDayOfMonth());
    }

    /** The closest by days, the earlier of two, among the Mondays to Fridays of the month. */
    private static LocalDate nearestWorkday(LocalDate wanted) {
        return wanted.withDayOfMonth(1)
                .datesUntil(last(wanted).plusDays(1))
                .filter(day -> day.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0)
                .min((one, other) -> Long.compare(
                        Math.abs(one.toEpochDay() - wanted.toEpochDay()),
                        Math.abs(other.toEpochDay() - wanted.toEpochDay())))
                .orElseThrow();
    }

    private static String text(List<Day> days) {
        return days.isEmpty() ? "*" : days.stream().map(Day::text).collect(Collectors.joining(","));
    }
}
