// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class LocksApiTest {
    private final WebApplication application;

    LocksApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_lease_is_had_by_one_renewed_and_released_by_its_token() {
        var granted = lease("", ",\"ttl\":\"PT30S\",\"owner\":\"machine 7\"");
        var token = json(granted).get("token").asString();
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());
        described.requireFits(json(granted), "LeaseGranted");

        var busy = lease("", "");
        assertThat(busy.statusCode()).isEqualTo(409);
        assertThat(json(busy).get("code").asString()).isEqualTo("lock-timeout");
        assertThat(busy.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 30L);
        assertThat(lease("/renew", ",\"token\":\"" + token + "\"").statusCode()).isEqualTo(200);
        assertThat(lease("/renew", ",\"token\":\"1\"").statusCode()).isEqualTo(409);
        var holder = json(application.get("/api/v1/locks?namespace=deploy&name=shop"))
                .at("/items/0");
        described.requireFits(holder, "HolderRow");
        assertThat(holder.get("token").asString()).isEqualTo(token);
        assertThat(application.get("/locks").body()).contains("machine 7", "take it away");

        assertThat(lease("/release", ",\"token\":\"" + token + "\"").statusCode())
                .isEqualTo(200);
        var next = json(lease("", ""));
        assertThat(next.get("token").asLong()).isGreaterThan(Long.parseLong(token));
    }

    @Test
    void a_lease_that_is_not_renewed_is_somebody_elses() {
        var first = json(lease("", ",\"ttl\":\"PT1S\"")).get("token").asString();
        Await.until("it has expired", () -> lease("", "").statusCode() == 200);

        var late = lease("/renew", ",\"token\":\"" + first + "\"");
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(json(late).get("code").asString()).isEqualTo("lock-lost");
    }

    @Test
    void a_lock_is_taken_by_force_with_a_reason_that_is_kept() {
        var token = json(lease("", "")).get("token").asString();
        assertThat(application
                        .post("/api/v1/locks/force-release", "{\"namespace\":\"deploy\",\"name\":\"shop\"}")
                        .statusCode())
                .isEqualTo(400);
        var forced = application.post(
                "/api/v1/locks/force-release",
                "{\"namespace\":\"deploy\",\"name\":\"shop\",\"reason\":\"its machine is gone\"}");

        assertThat(json(forced).at("/taken/0/token").asString()).isEqualTo(token);
        assertThat(lease("/renew", ",\"token\":\"" + token + "\"").statusCode()).isEqualTo(409);
        assertThat(lease("", "").statusCode()).isEqualTo(200);
        var answer = application.post(
                "/locks/force",
                "namespace=deploy&name=shop&reason=again",
                "Content-Type",
                "application/x-www-form-urlencoded");
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(application.get("/locks").body()).contains("howdah locks run");
    }

    @Test
    void several_hold_a_semaphore_and_what_makes_no_sense_is_refused() {
        assertThat(lease("", ",\"permits\":2").statusCode()).isEqualTo(200);
        assertThat(lease("", ",\"permits\":2").statusCode()).isEqualTo(200);
        assertThat(lease("", ",\"permits\":2").statusCode()).isEqualTo(409);
        for (var more : List.of(",\"ttl\":\"PT0S\"", ",\"permits\":0", ",\"owner\":\"\"", ",\"who\":1")) {
            assertThat(lease("", more).statusCode()).as(more).isEqualTo(400);
        }
        assertThat(lease("/release", "").statusCode()).isEqualTo(400);
        assertThat(lease("", ",\"token\":\"1\"").body())
                .as("a field of another verb")
                .contains("token");
        for (var other : List.of("/release", "/renew")) {
            assertThat(lease(other, ",\"token\":\"1\",\"permits\":2").statusCode())
                    .as(other)
                    .isEqualTo(400);
        }
        assertThat(lease("/release", ",\"token\":\"1\",\"ttl\":\"PT1M\"").statusCode())
                .isEqualTo(400);
        assertThat(application.get("/api/v1/locks?name=x").statusCode()).isEqualTo(400);
    }

    private java.net.http.HttpResponse<String> lease(String verb, String more) {
        return application.post("/api/v1/leases" + verb, "{\"namespace\":\"deploy\",\"name\":\"shop\"" + more + "}");
    }
}
