// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.Workspaces;
import io.howdah.workspace.store.DirectoryChunkStore;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workspaces over HTTP: files, versions, tags, conditions, and what is refused. */
@HowdahTest
class WorkspacesApiTest {
    private static final String SHOP = "/api/v1/workspaces/shop/production";

    private final WebApplication application;

    WorkspacesApiTest(TestDatabase database) {
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void a_workspace_is_made_configured_listed_and_deleted() {
        var made = declare("{\"quotaFiles\":5,\"expireAfter\":\"PT1H\"}");

        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.headers().firstValue("Location")).contains("/howdah" + SHOP);
        assertThat(json(made).at("/workspace/quotaFiles").asInt()).isEqualTo(5);
        assertThat(json(made).at("/kept/expireAfter").asString()).isEqualTo("PT1H");
        var configured = declare("{\"quotaBytes\":1000,\"keepFor\":\"P2D\"}");
        assertThat(configured.statusCode()).isEqualTo(200);
        assertThat(json(configured).at("/kept/keepFor").asString()).isEqualTo("PT48H");
        assertThat(json(configured).at("/kept").has("expireAfter")).isFalse();
        application.send("PUT", "/api/v1/workspaces/shop/test", "{}");

        var first = json(application.get("/api/v1/workspaces?limit=1"));
        assertThat(first.at("/items/0/environment").asString()).isEqualTo("production");
        var second = json(
                application.get("/api/v1/workspaces?after=" + first.get("next").asString()));
        assertThat(second.at("/items/0/environment").asString()).isEqualTo("test");
        assertThat(second.has("next")).isFalse();

        assertThat(json(application.send("DELETE", SHOP, "")).get("deleted").asBoolean())
                .isTrue();
        assertThat(application.get(SHOP).statusCode()).isEqualTo(404);
    }

    @Test
    void a_file_is_read_back_as_it_was_written_whole_and_in_ranges() {
        declare("{}");
        var version = json(put("files/modules/main.tf?message=first", "0123456789"));
        assertThat(version.get("number").asInt()).isEqualTo(1);
        assertThat(version.get("message").asString()).isEqualTo("first");
        assertThat(version.get("author").asString()).isEqualTo("a admin");

        var whole = get("files/modules/main.tf");
        assertThat(whole.body()).isEqualTo("0123456789");
        assertThat(whole.headers().firstValue("Content-Type")).contains("application/octet-stream");
        assertThat(whole.headers().firstValue("Content-Disposition").orElseThrow())
                .contains("attachment", "main.tf");
        var tag = whole.headers().firstValue("ETag").orElseThrow();
        assertThat(tag).isEqualTo("\"84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882\"");

        assertThat(get("files/modules/main.tf", "If-None-Match", tag).statusCode())
                .isEqualTo(304);
        var part = get("files/modules/main.tf", "Range", "bytes=2-4");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("234");
        assertThat(part.headers().firstValue("Content-Range")).contains("bytes 2-4/10");
        assertThat(get("files/modules/main.tf", "Range", "bytes=-3").body()).isEqualTo("789");
        assertThat(get("files/modules/main.tf", "Range", "bytes=8-99").body()).isEqualTo("89");
        assertThat(get("files/modules/main.tf", "Range", "bytes=0-1,4-5").statusCode())
                .isEqualTo(200);
        assertThat(get("files/modules/main.tf", "Range", "nonsense").statusCode())
                .isEqualTo(200);
        assertThat(get("files/modules/main.tf", "Range", "bytes=0-1", "If-Range", "\"other\"")
                        .body())
                .hasSize(10);
        var beyond = get("files/modules/main.tf", "Range", "bytes=10-");
        assertThat(beyond.statusCode()).isEqualTo(416);
        assertThat(beyond.headers().firstValue("Content-Range")).contains("bytes */10");
    }

    @Test
    void whoever_comes_second_is_told_and_nothing_of_his_is_stored() {
        declare("{}");
        put("files/a", "one");
        assertThat(put("files/a", "two", "If-Match", "\"1\"").statusCode()).isEqualTo(200);

        var stale = put("files/a", "three", "If-Match", "\"1\"");

        assertThat(stale.statusCode()).isEqualTo(409);
        assertThat(json(stale).get("code").asString()).isEqualTo("workspace-stale-head");
        assertThat(json(stale).get("detail").asString()).contains("version 2");
        assertThat(get("files/a").body()).isEqualTo("two");
        assertThat(code(put("files/a", "four", "If-None-Match", "*"))).isEqualTo("workspace-file-exists");
        assertThat(put("files/a", "x", "If-Match", "yesterday").statusCode()).isEqualTo(400);
        assertThat(code(application.send("DELETE", SHOP + "/files/a", "", "If-Match", "\"1\"")))
                .isEqualTo("workspace-stale-head");
    }

    @Test
    void files_are_listed_renamed_and_taken_away_version_by_version() {
        declare("{}");
        put("files/a/one", "1");
        put("files/a/two", "2");
        put("files/b", "3");

        assertThat(paths("files?prefix=a/")).containsExactly("a/one", "a/two");
        assertThat(paths("files?limit=1&after=a/one")).containsExactly("a/two");
        assertThat(paths("files?version=1")).containsExactly("a/one");
        assertThat(post("rename", "{\"from\":\"b\",\"to\":\"c\"}").statusCode()).isEqualTo(200);
        assertThat(application.send("DELETE", SHOP + "/files/a/one", "").statusCode())
                .isEqualTo(200);
        assertThat(paths("files")).containsExactly("a/two", "c");

        var diff = json(get("diff?from=3&to=5"));
        assertThat(diff.get("items")).hasSize(3);
        assertThat(diff.at("/items/0/path").asString()).isEqualTo("a/one");
        assertThat(diff.at("/items/0").has("after")).isFalse();
        assertThat(diff.at("/items/2").has("before")).isFalse();
        var history = json(get("versions?limit=2"));
        assertThat(history.at("/items/0/number").asInt()).isEqualTo(5);
        assertThat(json(get("versions?after=" + history.get("next").asString()))
                        .at("/items/0/number")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void a_version_is_tagged_and_gone_back_to() {
        declare("{}");
        put("files/a", "one");
        put("files/a", "two");
        assertThat(application
                        .send("PUT", SHOP + "/tags/good", "{\"version\":1}")
                        .statusCode())
                .isEqualTo(200);

        assertThat(get("files/a?version=good").body()).isEqualTo("one");
        assertThat(json(application.get(SHOP)).at("/tags/good").asInt()).isEqualTo(1);
        assertThat(code(post("rollback", "{\"version\":\"good\"}", "If-Match", "\"1\"")))
                .isEqualTo("workspace-stale-head");
        var back = json(post("rollback", "{\"version\":\"good\"}", "If-Match", "\"2\""));

        assertThat(back.get("number").asInt()).isEqualTo(3);
        assertThat(back.get("message").asString()).isEqualTo("rolled back to version 1");
        assertThat(get("files/a").body()).isEqualTo("one");
        assertThat(json(application.send("DELETE", SHOP + "/tags/good", ""))
                        .get("removed")
                        .asBoolean())
                .isTrue();
        assertThat(code(get("files/a?version=good"))).isEqualTo("workspace-version-unknown");
        assertThat(application
                        .send("PUT", SHOP + "/tags/no%20tag", "{\"version\":1}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void tricks_with_paths_are_refused_by_name() {
        declare("{}");
        put("files/README", "1");

        for (var path :
                List.of("../x", "a/../b", "a//b", "/etc/passwd", ".", "a\\\\b", "\\u0000", ".howdah-checkout")) {
            assertThat(code(post("rename", "{\"from\":\"README\",\"to\":\"" + path + "\"}")))
                    .as(path)
                    .isEqualTo("workspace-path-invalid");
        }
        assertThat(put("files/a/%2e%2e/b", "x").statusCode()).isBetween(400, 422);
        assertThat(put("files/..%2f..%2fb", "x").statusCode()).isBetween(400, 422);
        assertThat(code(put("files/readme", "x"))).isEqualTo("workspace-path-collision");
        assertThat(code(put("files/README/x", "x"))).isEqualTo("workspace-path-collision");
        assertThat(get("files/nothing").statusCode()).isEqualTo(404);
        assertThat(put("files/f", "x", "Content-Type", "application/x-www-form-urlencoded")
                        .statusCode())
                .isEqualTo(415);
        assertThat(paths("files")).containsExactly("README");
    }

    @Test
    void more_than_the_quota_is_refused_and_leaves_nothing() {
        declare("{\"quotaBytes\":10,\"quotaFiles\":2}");

        assertThat(put("files/a", "x".repeat(11)).statusCode()).isEqualTo(413);
        put("files/a", "x");
        put("files/b", "x");
        assertThat(code(put("files/c", "x"))).isEqualTo("workspace-quota");
        assertThat(json(application.get(SHOP)).at("/workspace/head").asInt()).isEqualTo(2);
    }

    @Test
    void a_file_larger_than_a_body_may_be_goes_through_in_pieces() {
        declare("{}");
        var large = "0123456789abcdef".repeat(400_000);

        assertThat(put("files/large", large).statusCode()).isEqualTo(200);

        assertThat(get("files/large").body()).isEqualTo(large);
        assertThat(get("files/large", "Range", "bytes=6399990-").body()).isEqualTo("6789abcdef");
    }

    @Test
    void what_breaks_in_the_middle_never_looks_whole(TestDatabase database) {
        declare("{}");
        put("files/large", "0123456789abcdef".repeat(400_000));
        database.execute("update howdah.workspace_data set data = decode('00', 'hex') where chunk ="
                + " (select max(chunk) from howdah.workspace_data)");

        assertThatThrownBy(() -> get("files/large")).hasRootCauseInstanceOf(IOException.class);

        database.execute("update howdah.workspace_data set data = decode('00', 'hex')");
        assertThat(code(get("files/large"))).isEqualTo("workspace-chunk-corrupt");
    }

    @Test
    void who_has_it_checked_out_is_told(@TempDir Path directory) throws Exception {
        declare("{}");
        put("files/a", "x");
        var workspace = application
                .bean(Workspaces.class)
                .find(WorkspaceName.of("shop", "production"))
                .orElseThrow();

        try (var checkout = workspace.checkout(directory, Duration.ofSeconds(5))) {
            assertThat(checkout.version().number()).isEqualTo(1);
            assertThat(json(application.get(SHOP)).at("/checkedOutBy/0/holder").asString())
                    .isNotEmpty();
            assertThat(application.get("/workspaces/shop/production").body()).contains("checked out by");
        }
        assertThat(json(application.get(SHOP)).get("checkedOutBy")).isEmpty();
    }

    @Test
    void a_workspace_moves_to_another_store(@TempDir Path directory) {
        application.bean(Workspaces.class).add(DirectoryChunkStore.create("shared", directory));
        declare("{}");
        put("files/a", "x");

        assertThat(code(post("move", "{\"store\":\"elsewhere\"}"))).isEqualTo("workspace-store-unknown");
        assertThat(declare("{\"store\":\"shared\"}").statusCode()).isEqualTo(409);
        var moved = json(post("move", "{\"store\":\"shared\"}"));

        assertThat(moved.at("/workspace/store").asString()).isEqualTo("shared");
        assertThat(get("files/a").body()).isEqualTo("x");
    }

    @Test
    void answers_have_what_is_described_and_no_more() {
        declare("{\"keepFor\":\"P2D\"}");
        put("files/a", "x");
        var described = OpenApiDocument.of(application.get("/api/openapi.yaml").body());

        described.requireFits(json(application.get(SHOP)), "WorkspaceFound");
        described.requireFits(json(application.get(SHOP)).get("kept"), "Kept");
        described.requireFits(json(application.get("/api/v1/workspaces")).at("/items/0"), "WorkspaceRow");
        described.requireFits(json(get("files")), "FileSlice");
        described.requireFits(json(get("versions")).at("/items/0"), "VersionRow");
        described.requireFits(json(get("diff?from=0")), "DifferenceSlice");
        described.requireFits(json(get("diff?from=0")).at("/items/0"), "FileDifference");
    }

    private List<String> paths(String query) {
        return json(get(query)).get("items").findValuesAsString("path");
    }

    private HttpResponse<String> declare(String body) {
        return application.send("PUT", SHOP, body);
    }

    private HttpResponse<String> post(String path, String body, String... headers) {
        return application.post(SHOP + "/" + path, body, headers);
    }

    private HttpResponse<String> get(String path, String... headers) {
        var request = application.request(SHOP + "/" + path).GET();
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return application.send(request);
    }

    private HttpResponse<String> put(String path, String content, String... headers) {
        var request = application.request(SHOP + "/" + path).PUT(BodyPublishers.ofByteArray(content.getBytes(UTF_8)));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return application.send(request);
    }

    private static String code(HttpResponse<String> answer) {
        return json(answer).path("code").asString("");
    }
}
