// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.workspace.TarReader;
import io.howdah.web.workspace.TarWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A whole version as a tar archive, both ways. */
@HowdahTest
class WorkspaceArchiveTest {
    private static final String SHOP = "/api/v1/workspaces/shop/production";

    private final WebApplication application;

    WorkspaceArchiveTest(TestDatabase database) {
        this.application = WebApplication.start(database);
    }

    @BeforeEach
    void declare() {
        application.send("PUT", SHOP, "{\"quotaBytes\":100000}");
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void many_files_are_one_version_and_come_back_as_they_were() throws Exception {
        var files = new TreeMap<String, String>();
        for (int i = 0; i < 1_200; i++) {
            files.put("modules/" + i % 7 + "/" + i, "content " + i);
        }

        var committed = json(commit("?message=all", tar(files)));

        assertThat(committed.get("number").asInt()).isEqualTo(1);
        assertThat(committed.get("files").asInt()).isEqualTo(1_200);
        assertThat(archive("")).isEqualTo(files);
    }

    @Test
    void an_archive_adds_or_replaces_as_it_is_told() throws Exception {
        commit("", tar(Map.of("a", "1", "b", "2", "c", "3")));

        commit("?delete=c", tar(Map.of("b", "two")));
        assertThat(archive("")).containsExactlyEntriesOf(new TreeMap<>(Map.of("a", "1", "b", "two")));
        commit("?replace=true", tar(Map.of("d", "4")));

        assertThat(archive("")).containsExactlyEntriesOf(Map.of("d", "4"));
        assertThat(archive("?version=1")).hasSize(3);
        assertThat(json(application.get(SHOP + "/versions")).get("items")).hasSize(4);
    }

    @Test
    void what_is_wrong_with_an_archive_is_said_and_nothing_of_it_stored() throws Exception {
        commit("", tar(Map.of("a", "1")));

        assertThat(code(commit("", tar(Map.of("../a", "x"))))).isEqualTo("workspace-path-invalid");
        assertThat(code(commit("", tar(Map.of("a", "x".repeat(99_999), "b", "xx")))))
                .isEqualTo("workspace-quota");
        var whole = tar(Map.of("b", "x".repeat(5_000)));
        assertThat(commit("?replace=true", Arrays.copyOf(whole, 2_000)).statusCode())
                .isEqualTo(400);
        assertThat(commit("", "{}".getBytes(UTF_8)).statusCode()).isEqualTo(400);
        assertThat(code(commit("?delete=nothing", tar(Map.of())))).isEqualTo("workspace-file-unknown");
        var stale = application.request(SHOP + "/archive").POST(BodyPublishers.ofByteArray(whole));
        stale.setHeader("Content-Type", "application/x-tar").setHeader("If-Match", "\"0\"");
        assertThat(code(application.send(stale))).isEqualTo("workspace-stale-head");

        assertThat(archive("")).containsExactlyEntriesOf(Map.of("a", "1"));
    }

    private HttpResponse<String> commit(String query, byte[] tar) {
        var request = application.request(SHOP + "/archive" + query).POST(BodyPublishers.ofByteArray(tar));
        return application.send(request.setHeader("Content-Type", "application/x-tar"));
    }

    private Map<String, String> archive(String query) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(
                    application.request(SHOP + "/archive" + query).GET().build(), BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).isEqualTo(200);
            var tar = new TarReader(new ByteArrayInputStream(answer.body()));
            var files = new TreeMap<String, String>();
            for (var next = tar.next(); next.isPresent(); next = tar.next()) {
                files.put(next.get().path(), new String(tar.content().readAllBytes(), UTF_8));
            }
            return files;
        }
    }

    private static byte[] tar(Map<String, String> files) throws IOException {
        var out = new ByteArrayOutputStream();
        var tar = new TarWriter(out, Instant.EPOCH);
        for (var file : files.entrySet()) {
            var bytes = file.getValue().getBytes(UTF_8);
            tar.write(new TarReader.Entry(file.getKey(), bytes.length, false, true), new ByteArrayInputStream(bytes));
        }
        tar.end();
        return out.toByteArray();
    }

    private static String code(HttpResponse<String> answer) {
        return json(answer).path("code").asString("");
    }
}
