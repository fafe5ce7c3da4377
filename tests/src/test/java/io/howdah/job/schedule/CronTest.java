// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What expressions mean, and which are refused and why. */
class CronTest {
    private static final ZoneId UTC = ZoneOffset.UTC;

    /** A Monday. */
    private static final String START = "2027-02-01T00:00:00";

    private static List<String> next(String expression, String after, int count) {
        return Cron.of(expression, UTC).next(LocalDateTime.parse(after).toInstant(ZoneOffset.UTC), count).stream()
                .map(tick -> LocalDateTime.ofInstant(tick, UTC).toString())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 2 * * *            | 2027-02-01T02:00    | 2027-02-02T02:00    | 2027-02-03T02:00
            30 0 2 * * *         | 2027-02-01T02:00:30 | 2027-02-02T02:00:30 | 2027-02-03T02:00:30
            */20 * * * *         | 2027-02-01T00:20    | 2027-02-01T00:40    | 2027-02-01T01:00
            5/25 * * * *         | 2027-02-01T00:05    | 2027-02-01T00:30    | 2027-02-01T00:55
            0-30/15 8,20 * * *   | 2027-02-01T08:00    | 2027-02-01T08:15    | 2027-02-01T08:30
            0 0 1 jan,JUL *      | 2027-07-01T00:00    | 2028-01-01T00:00    | 2028-07-01T00:00
            0 0 * * mon-fri      | 2027-02-02T00:00    | 2027-02-03T00:00    | 2027-02-04T00:00
            0 0 * * fri-sun      | 2027-02-05T00:00    | 2027-02-06T00:00    | 2027-02-07T00:00
            0 0 * * 7            | 2027-02-07T00:00    | 2027-02-14T00:00    | 2027-02-21T00:00
            0 0 ? * 0            | 2027-02-07T00:00    | 2027-02-14T00:00    | 2027-02-21T00:00
            0 0 L * ?            | 2027-02-28T00:00    | 2027-03-31T00:00    | 2027-04-30T00:00
            0 0 L-2 * *          | 2027-02-26T00:00    | 2027-03-29T00:00    | 2027-04-28T00:00
            0 0 LW * *           | 2027-02-26T00:00    | 2027-03-31T00:00    | 2027-04-30T00:00
            0 0 1W * *           | 2027-03-01T00:00    | 2027-04-01T00:00    | 2027-05-03T00:00
            0 0 31W * *          | 2027-03-31T00:00    | 2027-05-31T00:00    | 2027-07-30T00:00
            0 0 15,L * *         | 2027-02-15T00:00    | 2027-02-28T00:00    | 2027-03-15T00:00
            0 0 * * friL         | 2027-02-26T00:00    | 2027-03-26T00:00    | 2027-04-30T00:00
            0 0 * * 5#3          | 2027-02-19T00:00    | 2027-03-19T00:00    | 2027-04-16T00:00
            0 0 * * mon#1,mon#5  | 2027-03-01T00:00    | 2027-03-29T00:00    | 2027-04-05T00:00
            0 0 29 2 *           | 2028-02-29T00:00    | 2032-02-29T00:00    | 2036-02-29T00:00
            0 0 * 2 mon#5        | 2044-02-29T00:00    | 2072-02-29T00:00    | 2112-02-29T00:00
            @hourly              | 2027-02-01T01:00    | 2027-02-01T02:00    | 2027-02-01T03:00
            @Daily               | 2027-02-02T00:00    | 2027-02-03T00:00    | 2027-02-04T00:00
            @weekly              | 2027-02-07T00:00    | 2027-02-14T00:00    | 2027-02-21T00:00
            @monthly             | 2027-03-01T00:00    | 2027-04-01T00:00    | 2027-05-01T00:00
            @yearly              | 2028-01-01T00:00    | 2029-01-01T00:00    | 2030-01-01T00:00
            """)
    void an_expression_ticks_when_it_says(String expression, String first, String second, String third) {
        assertThat(next(expression, START, 3)).containsExactly(first, second, third);
    }

    @Test
    void a_day_that_either_day_field_names_is_meant_when_both_are_restricted() {
        assertThat(next("0 0 13 * fri", START, 4))
                .containsExactly("2027-02-05T00:00", "2027-02-12T00:00", "2027-02-13T00:00", "2027-02-19T00:00");
        assertThat(next("0 0 */10 * mon", START, 4))
                .as("only * and ? are no restriction")
                .containsExactly("2027-02-08T00:00", "2027-02-11T00:00", "2027-02-15T00:00", "2027-02-21T00:00");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 25 * * *     | hour "25": "25" is not 0 to 23
            60 * * * *     | minute "60": "60" is not 0 to 59
            0 0 0 * *      | day of month "0": "0" is not 1 to 31
            0 0 * 13 *     | month "13": "13" is not 1 to 12 or jan to dec
            0 0 * * 8      | day of week "8": "8" is not 0 to 7 or sun to sat
            0 0 * * funday | day of week "funday": "funday" is not 0 to 7 or sun to sat
            0 22-2 * * *   | hour "22-2": the range 22-2 ends before it begins; write it as two
            */0 * * * *    | minute "*/0": a step is a number from 1 to 59, not "0"
            */60 * * * *   | minute "*/60": a step is a number from 1 to 59, not "60"
            */ * * * *     | minute "*/": a step is a number from 1 to 59, not ""
            1,,2 * * * *   | minute "1,,2": "" is not 0 to 59
            -5 * * * *     | minute "-5": "-5" is not 0 to 59
            ? * * * *      | minute "?": "?" is not 0 to 59
            0 L * * *      | hour "L": "L" is not 0 to 23
            0 0 32W * *    | day of month "32W": "32" is not 1 to 31
            0 0 L-31 * *   | day of month "L-31": no month has a day 31 days before its last
            0 0 * * L      | day of week "L": say which day: satL is the last Saturday of the month
            0 0 * * mon#6  | day of week "mon#6": a month has a first to a fifth of a weekday, no #6
            0 0 * *        | it has 4 fields, not 5
            0 0 0 * * * *  | it has 7 fields, not 5
            @reboot        | the macros are @yearly
            ٣ * * * *      | minute "٣": "٣" is not 0 to 59
            """)
    void what_cannot_be_read_is_said_with_its_field(String expression, String why) {
        assertThatThrownBy(() -> Cron.of(expression, UTC))
                .isInstanceOfSatisfying(
                        CronException.class,
                        failure -> assertThat(failure.code()).isEqualTo("cron-invalid"))
                .hasMessageStartingWith("\"" + expression + "\" is not a cron expression: " + why);
    }

    @Test
    void an_empty_or_endless_expression_is_refused() {
        assertThatThrownBy(() -> Cron.of(" ", UTC)).isInstanceOf(CronException.class);
        assertThatThrownBy(() -> Cron.of("1,".repeat(200) + "1 * * * *", UTC))
                .isInstanceOf(CronException.class)
                .hasMessageContaining("more than 200 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 30 2 *", "0 0 31 feb,apr,jun,sep,nov ?", "0 0 30W 2 *", "0 0 L-29 2 *"})
    void what_would_never_fire_is_refused(String expression) {
        assertThatThrownBy(() -> Cron.of(expression, UTC))
                .isInstanceOfSatisfying(
                        CronException.class,
                        failure -> assertThat(failure.code()).isEqualTo("cron-never"))
                .hasMessage("\"" + expression + "\" never fires: no month that it names has such a day");
    }

    @Test
    void times_that_only_the_missing_hour_has_never_fire_by_elapsed_time() {
        assertThatThrownBy(() -> Cron.of("*/5 2 * 3 sunL", ZoneId.of("Europe/Berlin")))
                .hasMessageEndingWith("never fires: clocks in Europe/Berlin never show such a time");
        assertThat(Cron.of("0,30 2 * 3 sunL", ZoneId.of("Europe/Berlin")).next(Instant.parse("2027-01-01T00:00:00Z")))
                .isEqualTo("2027-03-28T01:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Europe/Berlin       | 30 2 * * *    | 2027-03-27T12:00 | 2027-03-28T03:00+02:00 2027-03-29T02:30+02:00
            Europe/Berlin       | 0,30 2 * * *  | 2027-03-27T12:00 | 2027-03-28T03:00+02:00 2027-03-29T02:00+02:00
            Europe/Berlin       | 0 2-3 * * *   | 2027-03-27T12:00 | 2027-03-28T03:00+02:00 2027-03-29T02:00+02:00
            Europe/Berlin       | 30 2 * * *    | 2027-10-30T12:00 | 2027-10-31T02:30+02:00 2027-11-01T02:30+01:00
            Europe/Berlin       | */30 2 * * *  | 2027-03-27T12:00 | 2027-03-29T02:00+02:00 2027-03-29T02:30+02:00
            Europe/Berlin       | 30 * * * *    | 2027-03-28T01:00 | 2027-03-28T01:30+01:00 2027-03-28T03:30+02:00
            Europe/Berlin       | 30 * * * *    | 2027-10-31T02:00 | 2027-10-31T02:30+02:00 2027-10-31T02:30+01:00
            America/New_York    | 30 1 * * *    | 2027-11-06T12:00 | 2027-11-07T01:30-04:00 2027-11-08T01:30-05:00
            Australia/Lord_Howe | 15 2 * * *    | 2027-10-02T12:00 | 2027-10-03T02:30+11:00 2027-10-04T02:15+11:00
            Australia/Lord_Howe | 45 1 * * *    | 2027-04-03T12:00 | 2027-04-04T01:45+11:00 2027-04-05T01:45+10:30
            Australia/Lord_Howe | */15 1 * * *  | 2027-04-04T01:30 | 2027-04-04T01:45+11:00 2027-04-04T01:30+10:30
            Asia/Beirut         | 0 0 * * *     | 2027-03-27T12:00 | 2027-03-28T01:00+03:00 2027-03-29T00:00+03:00
            Asia/Beirut         | 30 23 * * *   | 2027-10-30T12:00 | 2027-10-30T23:30+03:00 2027-10-31T23:30+02:00
            Pacific/Apia        | 0 12 * * *    | 2011-12-29T13:00 | 2011-12-31T00:00+14:00 2011-12-31T12:00+14:00
            Pacific/Apia        | 0 0 * * *     | 2011-12-29T13:00 | 2011-12-31T00:00+14:00 2012-01-01T00:00+14:00
            Pacific/Apia        | 0 12 * * fri  | 2011-12-29T13:00 | 2011-12-31T00:00+14:00 2012-01-06T12:00+14:00
            """)
    void a_change_of_the_clock_neither_loses_nor_doubles_a_named_time(
            String zone, String expression, String after, String expected) {
        var from = LocalDateTime.parse(after).atZone(ZoneId.of(zone)).toInstant();

        assertThat(Cron.of(expression, ZoneId.of(zone)).next(from, 2).stream()
                        .map(tick ->
                                tick.atZone(ZoneId.of(zone)).toOffsetDateTime().toString())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @Test
    void the_rarest_is_found_without_walking_through_the_years() {
        var rarest = Cron.of("59 59 23 * feb sun#5", ZoneId.of("Europe/Berlin"));
        var began = System.nanoTime();

        for (int i = 0; i < 100; i++) {
            assertThat(rarest.next(Instant.parse("2069-01-01T00:00:00Z"))).isEqualTo("2088-02-29T22:59:59Z");
            assertThat(rarest.previous(Instant.parse("2069-01-01T00:00:00Z"))).isEqualTo("2060-02-29T22:59:59Z");
        }

        assertThat(System.nanoTime() - began).as("200 searches of decades").isLessThan(20_000_000_000L);
    }

    @Test
    void the_same_text_and_zone_are_the_same_rhythm() {
        assertThat(Cron.of(" 0 2 * * * ", UTC))
                .isEqualTo(Cron.of("0 2 * * *", UTC))
                .hasSameHashCodeAs(Cron.of("0 2 * * *", UTC))
                .isNotEqualTo(Cron.of("0 2 * * *", ZoneId.of("Europe/Berlin")))
                .hasToString("0 2 * * * Z");
    }
}
