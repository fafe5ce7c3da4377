// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class SchedulesApiTest {
    private final WebApplication application;
    private final Howdah howdah;

    SchedulesApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
        this.howdah = application.bean(Howdah.class);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_schedule_is_declared_shown_with_its_next_ticks_paused_run_and_removed() {
        var declared = application.send("PUT", "/api/v1/schedules/nightly", """
                {"cron":"0 2 * * *","zone":"Europe/Berlin","type":"report","payload":{"all":true},"overlap":"skip"}
                """);
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        assertThat(declared.statusCode()).as(declared.body()).isEqualTo(200);
        described.requireFits(json(declared), "ScheduleRow");
        assertThat(json(declared).get("next").size()).isEqualTo(5);

        var paused = application.post("/api/v1/schedules/nightly/pause", "");
        assertThat(json(paused).has("pausedAt")).isTrue();
        assertThat(json(paused).get("next").isEmpty()).isTrue();
        var ran = json(application.post("/api/v1/schedules/nightly/run", ""))
                .get("job")
                .asString();
        assertThat(application.get("/api/v1/jobs/" + ran + "/payload").body()).isEqualTo("{\"all\":true}");
        assertThat(json(application.post("/api/v1/schedules/nightly/run", "")).has("job"))
                .as("the last run has not ended")
                .isFalse();
        assertThat(json(application.post("/api/v1/schedules/nightly/resume", ""))
                        .has("pausedAt"))
                .isFalse();
        var found = json(application.get("/api/v1/schedules/nightly"));
        described.requireFits(found, "ScheduleFound");
        described.requireFits(found.at("/runs/0"), "Run");
        assertThat(found.at("/runs/1/job").asString()).isEqualTo(ran);
        assertThat(json(application.get("/api/v1/schedules"))
                        .at("/items/0/name")
                        .asString())
                .isEqualTo("nightly");
        assertThat(json(application.send("DELETE", "/api/v1/schedules/nightly", ""))
                        .get("removed")
                        .asBoolean())
                .isTrue();
        assertThat(application.get("/api/v1/schedules/nightly").statusCode()).isEqualTo(404);
    }

    @Test
    void ticks_can_be_tried_without_a_schedule() {
        var ticks = json(application.get("/api/v1/ticks?cron=0%202%2029%202%20*&zone=UTC"))
                .get("next");
        assertThat(ticks.size()).isEqualTo(10);
        assertThat(ticks.get(0).asString()).contains("-02-29T02:00");
        assertThat(json(application.get("/api/v1/ticks?every=PT15M"))
                        .get("next")
                        .size())
                .isEqualTo(10);
    }

    @Test
    void what_cannot_be_right_is_a_problem_with_a_code() {
        Map.of(
                        "{\"type\":\"x\"}", "invalid-argument",
                        "{\"type\":\"x\",\"cron\":\"0 2 * *\"}", "cron-invalid",
                        "{\"type\":\"x\",\"cron\":\"0 2 30 2 *\"}", "cron-never",
                        "{\"type\":\"x\",\"cron\":\"0 2 * * *\",\"zone\":\"Berlin\"}", "invalid-argument",
                        "{\"type\":\"x\",\"every\":\"PT0S\"}", "invalid-argument",
                        "{\"type\":\"x\",\"every\":\"PT1M\",\"cron\":\"@daily\"}", "invalid-argument",
                        "{\"every\":\"PT1M\"}", "invalid-argument",
                        "{\"type\":\"x\",\"every\":\"PT1M\",\"misfire\":\"ignore\"}", "invalid-argument")
                .forEach((body, code) -> {
                    var answer = application.send("PUT", "/api/v1/schedules/s", body);
                    assertThat(json(answer).get("code").asString()).as(body).isEqualTo(code);
                    assertThat(answer.statusCode()).as(body).isBetween(400, 422);
                });
        assertThat(json(application.post("/api/v1/schedules/none/pause", ""))
                        .get("code")
                        .asString())
                .isEqualTo("schedule-unknown");
        assertThat(howdah.schedules().list(10)).isEmpty();
    }

    @Test
    void people_make_run_pause_and_remove_schedules_in_the_console() {
        assertThat(application.get("/schedules").body()).contains("howdah schedules declare nightly");
        form("/schedules", "name=s1&type=report&every=PT1H&payload=%7B%7D&cron=&zone=&queue=q");
        form("/schedules/s1/run", "");
        form("/schedules/s1/pause", "");

        assertThat(application.get("/schedules").body()).contains("every 1 h", "paused");
        assertThat(application.get("/schedules/s1").body()).contains("by hand", "resume</button>");
        form("/schedules/s1/resume", "");
        assertThat(howdah.schedules().find("s1").orElseThrow().isPaused()).isFalse();
        form("/schedules/s1/remove", "");
        assertThat(howdah.schedules().find("s1")).isEmpty();
    }

    private void form(String path, String fields) {
        var answer = application.post(path, fields, "Content-Type", "application/x-www-form-urlencoded");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    }
}
