// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random expressions in every zone there is, around random changes of its clock, against looking at every minute. */
class CronPropertyTest {
    private static final int ROUNDS_PER_ZONE = 1;
    private static final Duration AROUND = Duration.ofDays(3);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void next_and_previous_agree_with_looking_at_every_minute() {
        var zones =
                ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList();
        var ticks = 0;
        for (var zone : zones) {
            for (int round = 0; round < ROUNDS_PER_ZONE; round++) {
                ticks += compare(zone, change(zone));
            }
        }
        assertThat(zones).hasSizeGreaterThan(400);
        assertThat(ticks).as("enough to compare").isGreaterThan(2_000);
    }

    @ParameterizedTest
    @CsvSource({
        "Australia/Lord_Howe, 2026-10-03T15:30:00Z",
        "Australia/Lord_Howe, 2027-04-03T15:00:00Z",
        "Asia/Beirut, 2027-03-27T22:00:00Z",
        "Asia/Beirut, 2027-10-30T21:00:00Z",
        "Pacific/Apia, 2011-12-30T10:00:00Z",
        "Pacific/Kwajalein, 1993-08-21T12:00:00Z",
        "America/Havana, 2027-11-07T05:00:00Z",
        "Africa/Cairo, 2027-04-29T22:00:00Z",
        "Antarctica/Troll, 2027-03-28T01:00:00Z"
    })
    void changes_at_midnight_of_half_an_hour_and_of_a_whole_day_are_compared_often(ZoneId zone, Instant change) {
        assertThat(zone.getRules().nextTransition(change.minusSeconds(1)).getInstant())
                .isEqualTo(change);
        for (int i = 0; i < 40; i++) {
            compare(zone, change);
        }
    }

    /** One of the changes of a zone from 1950 on, seconds past the minute left out; any moment where there is none. */
    private Instant change(ZoneId zone) {
        var moment = Instant.parse("1950-01-01T00:00:00Z").plus(random.nextInt(36_500), ChronoUnit.DAYS);
        var change = zone.getRules().nextTransition(moment);
        return (change == null ? moment : change.getInstant()).truncatedTo(ChronoUnit.MINUTES);
    }

    private int compare(ZoneId zone, Instant around) {
        var oracle = CronOracle.random(random, around.atZone(zone).getHour());
        var from = around.minus(AROUND);
        var before = around.plus(AROUND);
        if (zone.getRules().getOffset(from).getTotalSeconds() % 60 != 0) {
            return 0; // Solar time: the minutes of the zone are not those of the oracle.
        }
        var expected = oracle.ticks(zone, from, before);
        Cron cron;
        try {
            cron = Cron.of(oracle.text(), zone);
        } catch (CronException never) {
            // Chance has found one that only a missing hour would have.
            assertThat(never.code())
                    .as("seed %d: %s in %s", seed, oracle.text(), zone)
                    .isEqualTo("cron-never");
            assertThat(expected).isEmpty();
            return 0;
        }

        assertThat(forward(cron, from, before))
                .as("seed %d: %s in %s from %s", seed, oracle.text(), zone, from)
                .isEqualTo(expected);
        assertThat(backward(cron, from, before))
                .as("seed %d: %s in %s back to %s", seed, oracle.text(), zone, from)
                .isEqualTo(expected);
        for (var moment : moments(around)) {
            assertThat(cron.next(moment))
                    .as("seed %d: %s in %s after %s", seed, oracle.text(), zone, moment)
                    .isEqualTo(orOutside(expected.higher(moment), cron.next(before.minusNanos(1))));
            assertThat(cron.previous(moment))
                    .as("seed %d: %s in %s up to %s", seed, oracle.text(), zone, moment)
                    .isEqualTo(orOutside(expected.floor(moment), cron.previous(from.minusNanos(1))));
        }
        return expected.size();
    }

    private List<Instant> moments(Instant around) {
        return List.of(
                around,
                around.minusNanos(1),
                around.plusSeconds(1),
                around.plusSeconds(random.nextInt(7_200)),
                around.minusSeconds(random.nextInt(7_200)),
                around.plusMillis(random.nextLong(AROUND.toMillis())),
                around.minusMillis(random.nextLong(AROUND.toMillis())));
    }

    private static Instant orOutside(@Nullable Instant inside, Instant outside) {
        return inside == null ? outside : inside;
    }

    private static NavigableSet<Instant> forward(Cron cron, Instant from, Instant before) {
        var ticks = new TreeSet<Instant>();
        for (var tick = cron.next(from.minusNanos(1)); tick.isBefore(before); tick = cron.next(tick)) {
            ticks.add(tick);
        }
        return ticks;
    }

    private static NavigableSet<Instant> backward(Cron cron, Instant from, Instant before) {
        var ticks = new TreeSet<Instant>();
        for (var tick = cron.previous(before.minusNanos(1)); !tick.isBefore(from); ) {
            ticks.add(tick);
            tick = cron.previous(tick.minusNanos(1));
        }
        return ticks;
    }
}
