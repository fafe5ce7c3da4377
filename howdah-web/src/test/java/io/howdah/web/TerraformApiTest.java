// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The protocol of Terraform's HTTP backend, message by message. */
@HowdahTest
class TerraformApiTest {
    private static final String STATE = "/api/terraform/shop/production";

    private final WebApplication application;

    TerraformApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_state_is_read_back_as_it_was_written() {
        assertThat(application.get(STATE).statusCode()).isEqualTo(404);

        assertThat(write(1, "a").statusCode()).isEqualTo(200);

        assertThat(application.get(STATE).statusCode()).isEqualTo(200);
        assertThat(application.get(STATE).body()).isEqualTo(state(1, "a"));
        assertThat(application.send("DELETE", STATE, "").statusCode()).isEqualTo(200);
        assertThat(application.get(STATE).statusCode()).isEqualTo(404);
    }

    @Test
    void a_state_that_is_older_or_of_something_else_is_refused() {
        write(5, "a");

        assertThat(write(5, "a").statusCode()).as("the same once more").isEqualTo(200);
        assertThat(json(application.get(STATE + "/versions")).get("items")).hasSize(2);
        assertThat(write(4, "a").statusCode()).isEqualTo(409);
        assertThat(write(6, "b").statusCode()).isEqualTo(409);
        assertThat(application.post(STATE, "not JSON").statusCode()).isEqualTo(400);
        assertThat(application.post(STATE, "{}").statusCode()).isEqualTo(400);
        assertThat(application.get(STATE).body()).isEqualTo(state(5, "a"));
    }

    @Test
    void a_lock_is_the_holders_and_others_are_told_whose_it_is() {
        assertThat(lock("one").statusCode()).isEqualTo(200);
        var refused = lock("two");

        assertThat(refused.statusCode()).isEqualTo(423);
        assertThat(refused.body()).isEqualTo(info("one"));
        assertThat(write(1, "a").statusCode()).as("without the lock").isEqualTo(423);
        assertThat(application.post(STATE + "?ID=two", state(1, "a")).statusCode())
                .isEqualTo(423);
        assertThat(application.post(STATE + "?ID=one", state(1, "a")).statusCode())
                .isEqualTo(200);
        var foreign = application.send("UNLOCK", STATE, info("two"));
        assertThat(foreign.statusCode()).isEqualTo(409);
        assertThat(foreign.body()).isEqualTo(info("one"));
        assertThat(application.send("UNLOCK", STATE, info("one")).statusCode()).isEqualTo(200);
        assertThat(lock("two").statusCode()).isEqualTo(200);
    }

    @Test
    void a_lock_is_taken_by_force_and_its_holder_writes_no_more() {
        lock("one");

        assertThat(application.send("UNLOCK", STATE, "").statusCode()).isEqualTo(200);

        assertThat(application.post(STATE + "?ID=one", state(1, "a")).statusCode())
                .isEqualTo(423);
        assertThat(lock("two").statusCode()).isEqualTo(200);
        assertThat(application.send("LOCK", STATE, "{}").statusCode()).isEqualTo(400);
        assertThat(application.send("PATCH", STATE, "").statusCode()).isEqualTo(405);
    }

    @Test
    void every_state_that_ever_was_can_be_had_again() {
        write(1, "a");
        write(2, "a");

        var versions = json(application.get(STATE + "/versions"));
        assertThat(versions.at("/items/0/message").asString()).isEqualTo("serial 2");
        assertThat(versions.at("/items/0/author").asString()).isEqualTo("a admin");
        var restored = application.post(STATE + "/versions/1/restore", "");

        assertThat(restored.statusCode()).isEqualTo(200);
        assertThat(json(restored).get("number").asLong()).isEqualTo(3);
        assertThat(application.get(STATE).body()).isEqualTo(state(1, "a"));
        assertThat(write(2, "a").statusCode()).isEqualTo(200);
        assertThat(application.post(STATE + "/versions/99/restore", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void names_that_cannot_be_are_refused() {
        assertThat(application.get("/api/terraform/shop/a%20b").statusCode()).isEqualTo(400);
        assertThat(application.get("/api/terraform/no/such/versions").statusCode())
                .isEqualTo(404);
    }

    private HttpResponse<String> write(int serial, String lineage) {
        return application.post(STATE, state(serial, lineage));
    }

    private HttpResponse<String> lock(String id) {
        return application.send("LOCK", STATE, info(id));
    }

    private static String state(int serial, String lineage) {
        return "{\"version\":4,\"serial\":" + serial + ",\"lineage\":\"" + lineage + "\",\"outputs\":{\"serial\":{}}}";
    }

    private static String info(String id) {
        return "{\"ID\":\"" + id + "\",\"Who\":\"" + id + "@here\"}";
    }
}
