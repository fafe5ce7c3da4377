// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Reads one cron expression, once. What is wrong is said with the name and the text of the field. */
final class CronParser {
    private static final int LONGEST = 200;
    private static final Map<String, String> MACROS = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    private static final Pattern BEFORE_LAST = Pattern.compile("(?i)L(?:-([0-9]{1,2}))?");
    private static final Pattern NEAREST = Pattern.compile("(?i)([0-9]{1,2})W");
    private static final Pattern LAST_WEEKDAY = Pattern.compile("(?i)([0-9]|[a-z]{3})L");
    private static final Pattern NTH_WEEKDAY = Pattern.compile("(?i)([0-9]|[a-z]{3})#([0-9]{1,2})");

    private final String expression;
    private final Map<CronField, Long> values = new EnumMap<>(CronField.class);
    private long beforeLast;
    private long nearest;
    private boolean lastWorkday;
    private long lastWeekdays;
    private long nthWeekdays;
    private boolean open;

    private CronParser(String expression) {
        this.expression = expression;
    }

    /**
     * What an expression says.
     *
     * @param open it has a wildcard or a step in the hour or the minute
     */
    record Parsed(WallTimes times, boolean open) {}

    static Parsed parse(String expression) {
        return new CronParser(expression).parse();
    }

    private Parsed parse() {
        var fields = fields();
        read(CronField.SECOND, fields.get(0));
        read(CronField.MINUTE, fields.get(1));
        read(CronField.HOUR, fields.get(2));
        read(CronField.DAY_OF_MONTH, fields.get(3));
        read(CronField.MONTH, fields.get(4));
        read(CronField.DAY_OF_WEEK, fields.get(5));
        var days = new CronDays(
                values(CronField.DAY_OF_MONTH),
                beforeLast,
                nearest,
                lastWorkday,
                values(CronField.DAY_OF_WEEK),
                lastWeekdays,
                nthWeekdays,
                isAny(fields.get(3)),
                isAny(fields.get(5)));
        var times = new WallTimes(
                values(CronField.SECOND),
                values(CronField.MINUTE),
                values(CronField.HOUR),
                values(CronField.MONTH),
                days);
        return new Parsed(times, open);
    }

    /** Six texts, the seconds first. */
    private List<String> fields() {
        if (expression.length() > LONGEST) {
            throw CronException.invalid(expression.substring(0, LONGEST) + "…", "it has more than 200 characters");
        }
        var text = expression;
        if (text.startsWith("@")) {
            var macro = MACROS.get(text.toLowerCase(Locale.ROOT));
            if (macro == null) {
                throw CronException.invalid(
                        expression, "the macros are @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly");
            }
            text = macro;
        }
        var fields = List.of(text.strip().split("\\s+"));
        return switch (fields.size()) {
            case 5 -> List.of(("0 " + text.strip()).split("\\s+"));
            case 6 -> fields;
            default ->
                throw CronException.invalid(
                        expression,
                        "it has " + fields.size() + " fields, not 5 (minute, hour, day of month, month, day of week)"
                                + " or 6 (second first)");
        };
    }

    private static boolean isAny(String text) {
        return text.equals("*") || text.equals("?");
    }

    private long values(CronField field) {
        return values.getOrDefault(field, 0L);
    }

    private void read(CronField field, String text) {
        if ((field == CronField.HOUR || field == CronField.MINUTE) && (text.contains("*") || text.contains("/"))) {
            open = true;
        }
        if (text.equals("?") && field.isDay()) {
            return;
        }
        for (var item : text.split(",", -1)) {
            if (!readDay(field, item)) {
                readRange(field, text, item);
            }
        }
    }

    /** What only days know: L, W and #. */
    private boolean readDay(CronField field, String item) {
        return switch (field) {
            case DAY_OF_MONTH -> readDate(item);
            case DAY_OF_WEEK -> readWeekday(item);
            default -> false;
        };
    }

    private boolean readDate(String item) {
        var last = BEFORE_LAST.matcher(item);
        if (last.matches()) {
            var before = last.group(1) == null ? 0 : Integer.parseInt(last.group(1));
            if (before > 30) {
                throw wrong(CronField.DAY_OF_MONTH, item, "no month has a day " + before + " days before its last");
            }
            beforeLast |= 1L << before;
            return true;
        }
        if (item.equalsIgnoreCase("LW")) {
            lastWorkday = true;
            return true;
        }
        var near = NEAREST.matcher(item);
        if (near.matches()) {
            nearest |= 1L << value(CronField.DAY_OF_MONTH, item, near.group(1));
            return true;
        }
        return false;
    }

    private boolean readWeekday(String item) {
        var last = LAST_WEEKDAY.matcher(item);
        if (last.matches()) {
            lastWeekdays |= 1L << value(CronField.DAY_OF_WEEK, item, last.group(1)) % 7;
            return true;
        }
        var nth = NTH_WEEKDAY.matcher(item);
        if (nth.matches()) {
            var which = Integer.parseInt(nth.group(2));
            if (which < 1 || which > 5) {
                throw wrong(CronField.DAY_OF_WEEK, item, "a month has a first to a fifth of a weekday, no #" + which);
            }
            nthWeekdays |= 1L << ((which - 1) * 7 + value(CronField.DAY_OF_WEEK, item, nth.group(1)) % 7);
            return true;
        }
        if (item.equalsIgnoreCase("L")) {
            throw wrong(CronField.DAY_OF_WEEK, item, "say which day: satL is the last Saturday of the month");
        }
        return false;
    }

    /** {@code *}, {@code 5}, {@code 1-5}, each with {@code /step} or without. */
    private void readRange(CronField field, String text, String item) {
        var slash = item.indexOf('/');
        var range = slash < 0 ? item : item.substring(0, slash);
        var dash = range.indexOf('-');
        int from;
        int to;
        if (range.equals("*")) {
            from = field.min();
            to = field == CronField.DAY_OF_WEEK ? 6 : field.max();
        } else if (dash > 0) {
            from = value(field, text, range.substring(0, dash));
            to = value(field, text, range.substring(dash + 1));
            // A week may end with Sunday, as a name too.
            to = field == CronField.DAY_OF_WEEK && to == 0 && from > 0 ? 7 : to;
        } else {
            from = value(field, text, range);
            // From there to the end when there is a step, as 5/15 is 5, 20, 35, 50.
            to = slash < 0 ? from : field == CronField.DAY_OF_WEEK ? Math.max(from, 6) : field.max();
        }
        if (from > to) {
            throw wrong(field, text, "the range " + range + " ends before it begins; write it as two");
        }
        add(field, from, to, slash < 0 ? 1 : step(field, text, item.substring(slash + 1)));
    }

    private void add(CronField field, int from, int to, int step) {
        for (int value = from; value <= to; value += step) {
            values.merge(
                    field, 1L << (field == CronField.DAY_OF_WEEK ? value % 7 : value), (one, other) -> one | other);
        }
    }

    private int step(CronField field, String text, String step) {
        var most = field.max() - field.min();
        var number = step.matches("[0-9]{1,4}") ? Integer.parseInt(step) : 0;
        if (number < 1 || number > most) {
            throw wrong(field, text, "a step is a number from 1 to " + most + ", not \"" + step + "\"");
        }
        return number;
    }

    private int value(CronField field, String text, String value) {
        OptionalInt found = field.value(value);
        if (found.isEmpty() || found.getAsInt() < field.min() || found.getAsInt() > field.max()) {
            throw wrong(field, text, "\"" + value + "\" is not " + field.allowed());
        }
        return found.getAsInt();
    }

    private CronException wrong(CronField field, String text, String why) {
        return CronException.invalid(expression, field.label() + " \"" + text + "\": " + why);
    }
}
