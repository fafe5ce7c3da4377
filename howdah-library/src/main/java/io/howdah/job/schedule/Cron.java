// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Ticks by the calendar and the clock of a zone: {@code minute hour day-of-month month day-of-week}, with the second in
 * front of them or without. Immutable.
 *
 * <p>Lists, ranges, steps, names ({@code mon}, {@code jan}), {@code ?}, {@code L}, {@code L-3}, {@code LW},
 * {@code 15W}, {@code friL}, {@code fri#3} and {@code @daily} and the like are understood; Sunday is 0 and 7. When both
 * days are restricted, it ticks on a day that either of them names.
 *
 * <p>When clocks are put forward or back: an expression with a wildcard or a step in the hour or the minute ticks
 * whenever the clock on the wall shows such a time, so it goes on by elapsed time. Any other ticks exactly once for
 * each time it names: at the first moment after the gap when that time was left out, and the first time only when it
 * came twice.
 */
public final class Cron implements Rhythm {
    private final String expression;
    private final ZoneId zone;
    private final ZoneRules rules;
    private final WallTimes times;
    private final boolean open;

    private Cron(String expression, ZoneId zone, CronParser.Parsed parsed) {
        this.expression = expression;
        this.zone = zone;
        this.rules = zone.getRules();
        this.times = parsed.times();
        this.open = parsed.open();
    }

    /**
     * Reads an expression.
     *
     * @throws CronException if it cannot be read, or if it would never fire
     */
    public static Cron of(String expression, ZoneId zone) {
        var text = expression.strip();
        var cron = new Cron(text, zone, CronParser.parse(text));
        cron.next(Instant.now());
        return cron;
    }

    public String expression() {
        return expression;
    }

    public ZoneId zone() {
        return zone;
    }

    @Override
    public Instant next(Instant after) {
        return open ? nextShown(after) : nextNamed(after);
    }

    @Override
    public Instant previous(Instant upTo) {
        return open ? previousShown(upTo) : previousNamed(upTo);
    }

    /** Through the stretches of time between two changes of the clock. */
    private Instant nextShown(Instant after) {
        var from = Instant.ofEpochSecond(after.getEpochSecond() + 1);
        var last = local(from).plusYears(WallTimes.CYCLE_YEARS);
        while (local(from).isBefore(last)) {
            var offset = rules.getOffset(from);
            var found = required(times.next(local(from))).toInstant(offset);
            var change = rules.nextTransition(from);
            if (change == null || found.isBefore(change.getInstant())) {
                return found;
            }
            from = change.getInstant();
        }
        throw never();
    }

    private Instant previousShown(Instant upTo) {
        var to = Instant.ofEpochSecond(upTo.getEpochSecond());
        var first = local(to).minusYears(WallTimes.CYCLE_YEARS);
        while (local(to).isAfter(first)) {
            var found = required(times.previous(local(to))).toInstant(rules.getOffset(to));
            var change = rules.previousTransition(to.plusSeconds(1));
            if (change == null || !found.isBefore(change.getInstant())) {
                return found;
            }
            to = change.getInstant().minusSeconds(1);
        }
        throw never();
    }

    /** The clock on the wall is searched as if it were never changed; what it names is then put on the line of time. */
    private Instant nextNamed(Instant after) {
        var from = local(after).plusSeconds(1);
        var repeated = repeated(after);
        return instant(required(times.next(repeated == null ? from : repeated.getDateTimeBefore())));
    }

    private Instant previousNamed(Instant upTo) {
        var to = local(upTo);
        var repeated = repeated(upTo);
        return instant(required(times.previous(
                repeated == null ? to : repeated.getDateTimeBefore().minusSeconds(1))));
    }

    /** The change after which the clock shows a time for the second time at this moment. */
    private @Nullable ZoneOffsetTransition repeated(Instant moment) {
        var change = rules.getTransition(local(moment));
        return change != null && change.isOverlap() && !moment.isBefore(change.getInstant()) ? change : null;
    }

    private Instant instant(LocalDateTime named) {
        var change = rules.getTransition(named);
        if (change != null && change.isGap()) {
            return change.getInstant();
        }
        // Where there are two, the offset before the change is the one of the first.
        return named.toInstant(rules.getOffset(named));
    }

    private LocalDateTime local(Instant moment) {
        return LocalDateTime.ofEpochSecond(moment.getEpochSecond(), 0, rules.getOffset(moment));
    }

    private LocalDateTime required(@Nullable LocalDateTime found) {
        if (found == null) {
            throw CronException.never(expression, "no month that it names has such a day");
        }
        return found;
    }

    private CronException never() {
        return CronException.never(expression, "clocks in " + zone + " never show such a time");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Cron cron && expression.equals(cron.expression) && zone.equals(cron.zone);
    }

    @Override
    public int hashCode() {
        return 31 * expression.hashCode() + zone.hashCode();
    }

    @Override
    public String toString() {
        return expression + " " + zone;
    }
}
