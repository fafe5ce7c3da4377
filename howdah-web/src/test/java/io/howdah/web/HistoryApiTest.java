// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import io.howdah.web.cluster.HistoryStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What passed through, minute by minute, from any replica. */
@HowdahTest
class HistoryApiTest {
    private static final Instant NOON = Instant.parse("2036-01-31T12:00:05Z");
    private static final JobType<String> SLOW = JobType.of("slow", String.class).queue("slow");
    private static final JobType<String> OFF = JobType.of("off", String.class).queue("off");

    private final TestDatabase database;
    private final TestClock clock;
    private final WebApplication application;

    HistoryApiTest(TestDatabase database, TestClock clock) {
        this.database = database;
        this.clock = clock;
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_minute_is_written_once_whoever_comes_first_and_every_replica_tells_the_same() {
        try (var other = WebApplication.start(database)) {
            clock.set(NOON);
            var mine = application.bean(HistoryStore.class);
            var theirs = other.bean(HistoryStore.class);
            Together.run(mine::write, theirs::write, mine::write, theirs::write);
            clock.set(NOON.plus(Duration.ofMinutes(1)));
            Together.run(mine::write, theirs::write, mine::write, theirs::write);

            assertThat(history(application, "hour")).hasSize(2);
            assertThat(history(other, "hour")).isEqualTo(history(application, "hour"));
        }
        try (var restarted = WebApplication.start(database)) {
            assertThat(history(restarted, "hour")).hasSize(2);
        }
    }

    @Test
    void rates_come_from_what_lies_between_and_sums_that_begin_anew_are_not_counted() {
        clock.set(NOON);
        put(30, 100, 50);
        put(29, 160, 80);
        // Nobody was there for three minutes, and then the server's statistics began anew.
        put(26, 190, 170);
        put(25, 4, 2);
        put(24, 10, 6);

        var points = history(application, "hour");

        assertThat(points)
                .extracting(point -> point.path("addedPerMinute").asDouble(-1))
                .containsExactly(-1.0, 60.0, 10.0, -1.0, 6.0);
        assertThat(points)
                .extracting(point -> point.path("endedPerMinute").asDouble(-1))
                .containsExactly(-1.0, 30.0, 30.0, -1.0, 4.0);
        OpenApiDocument.of(application.get("/api/openapi.yaml").body()).requireFits(points.get(1), "HistoryPoint");
        assertThat(history(application, "day")).hasSize(1);
        assertThat(json(application.get("/api/v1/stats/history?over=century"))
                        .get("code")
                        .asString())
                .isEqualTo("invalid-argument");
    }

    @Test
    void what_waits_counts_unless_somebody_paused_it() {
        var howdah = application.bean(Howdah.class);
        howdah.queues().pause("off");
        howdah.jobs().enqueue(OFF, "x");
        howdah.jobs().enqueue(SLOW, "x");
        clock.advance(Duration.ofMinutes(3));

        assertThat(application.bean(HistoryStore.class).write()).isTrue();

        var point = history(application, "hour").get(0);
        assertThat(point.get("ready").asInt()).isOne();
        assertThat(point.get("waited").asDouble()).isBetween(180.0, 600.0);
        assertThat(point.get("lagged").asDouble()).isZero();
    }

    @Test
    void what_is_older_than_the_longest_chart_is_forgotten() {
        clock.set(NOON);
        put(60 * 24 * 9, 1, 1);
        put(60 * 24 * 6, 1, 1);

        application.bean(HistoryStore.class).write();

        assertThat(database.query("select at from howdah.history")).hasSize(2);
        assertThat(history(application, "week")).hasSize(2);
    }

    @Test
    void the_overview_draws_it_and_says_it_in_words_and_in_a_table() {
        assertThat(application.get("/").body())
                .contains("Nothing has been written down yet")
                .doesNotContain("<svg");
        put(3, 0, 0);
        put(2, 70, 40);
        put(1, 140, 100);

        var page = application.get("/?over=hour").body();

        assertThat(page)
                .contains("role=\"img\"", "aria-labelledby=\"passed-title passed-desc\"")
                .contains("attempts ended 60 last, 60 at most; enqueued 70 last, 70 at most")
                .contains("as a table", "<td class=\"n\">70</td><td class=\"n\">40</td>")
                .contains("hx-get=\"/howdah/?over=hour\"")
                .doesNotContain("style=");
        assertThat(application.get("/?over=day").body()).contains("The last day");
        assertThat(application.get("/?over=%3Cb%3E").statusCode()).isEqualTo(400);
    }

    private void put(int minutesAgo, long added, long ended) {
        database.query(
                "insert into howdah.history select date_trunc('minute', howdah.now()) - ? * interval '1 minute',"
                        + " ?, ?, 0, 0, 0, 0 returning at",
                minutesAgo,
                added,
                ended);
    }

    private static JsonNode history(WebApplication application, String over) {
        return json(application.get("/api/v1/stats/history?over=" + over)).get("items");
    }
}
