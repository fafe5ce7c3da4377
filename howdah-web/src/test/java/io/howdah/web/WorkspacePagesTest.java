// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.Workspace;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.Workspaces;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workspaces in the console. */
@HowdahTest
class WorkspacePagesTest {
    private static final String EVIL = "<script>alert(1)</script>";

    private final WebApplication application;

    WorkspacePagesTest(TestDatabase database) {
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    private Workspace shop() {
        return application.bean(Workspaces.class).open(WorkspaceName.of("shop", "production"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void an_empty_page_teaches_how_to_fill_it() {
        assertThat(application.get("/workspaces").body())
                .contains("howdah.workspaces().open(", "curl ", "howdah workspaces create shop/production");
        shop();
        assertThat(application.get("/workspaces/shop/production").body())
                .contains("/workspaces/shop/production/files/main.tf", "howdah workspaces put shop/production");
    }

    @Test
    void pages_show_files_versions_and_differences_and_escape_them() {
        shop().change()
                .write("readme.md", bytes("one\ntwo\n" + EVIL))
                .write("modules/" + EVIL.replace("/", "") + "/main.tf", bytes("x"))
                .write("binary", new byte[] {0, 1, 2})
                .commit();
        shop().change()
                .write("readme.md", bytes("one\nTWO\n" + EVIL))
                .delete("binary")
                .commit(CommitOptions.none().author(EVIL).message(EVIL));
        shop().tag("good", 1);
        var shop = "/workspaces/shop/production";

        for (var path : List.of(
                "/workspaces",
                shop,
                shop + "?version=good",
                shop + "?folder=modules/",
                shop + "/file?path=readme.md",
                shop + "/file?path=binary&version=1",
                shop + "/history",
                shop + "/diff?from=good&to=2")) {
            var page = application.get(path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.body()).as(path).contains("<!doctype html>", "<h1>").doesNotContain(EVIL, "style=\"");
            assertThat(page.body()).as(path).doesNotContainPattern("<script>|\\son[a-z]+=\"");
        }
        assertThat(application.get(shop + "/file?path=readme.md").body()).contains("&lt;script&gt;alert(1)");
        assertThat(application.get(shop + "/file?path=binary&version=1").body()).contains("This is no text");
        assertThat(application.get(shop + "/diff?from=1&to=2").body()).contains("- two", "+ TWO", "changed", "removed");
        assertThat(application.get(shop + "?version=good").body()).contains("earlier version", "binary");
        assertThat(application.get(shop + "/file?path=../x").statusCode()).isEqualTo(422);
        assertThat(application.get(shop + "/file?path=nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void who_may_only_view_sees_names_and_no_content() {
        shop().change().write("secret.txt", bytes("the password")).commit();

        var browse = asViewer("/workspaces/shop/production");
        var diff = asViewer("/workspaces/shop/production/diff?from=0&to=1");

        assertThat(browse.body()).contains("secret.txt").doesNotContain("/file?path=", "archive?");
        assertThat(diff.body()).contains("secret.txt").doesNotContain("the password");
        assertThat(asViewer("/workspaces/shop/production/history").body()).doesNotContain("roll back");
        assertThat(asViewer("/workspaces/shop/production/file?path=secret.txt").statusCode())
                .isEqualTo(403);
    }

    @Test
    void folders_are_passed_over_however_much_is_in_them() {
        var change = shop().change();
        for (int i = 0; i < 250; i++) {
            change.write("many/" + i, bytes("x")).write("z-%03d".formatted(i), bytes("x"));
        }
        change.write("a.txt", bytes("x")).write("other/deep/er", bytes("x")).commit();

        var first = application.get("/workspaces/shop/production").body();

        assertThat(first).contains("a.txt", "many/</a>", "other/</a>", "z-096").doesNotContain("z-097");
        var next = Pattern.compile("rel=\"next\" href=\"/howdah([^\"]+)\"")
                .matcher(first)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1)
                .replace("&amp;", "&");
        assertThat(application.get(next).body()).contains("z-097", "z-196").doesNotContain("z-096", "many/");
        assertThat(application.get("/workspaces/shop/production?folder=other/").body())
                .contains("deep/</a>")
                .doesNotContain("a.txt");
    }

    @Test
    void forms_roll_back_and_tag() {
        shop().change().write("a", bytes("one")).commit();
        shop().change().write("a", bytes("two")).commit();

        form("tag", "tag=good&version=1");
        assertThat(shop().tags(10)).containsEntry("good", 1L);
        var done = form("rollback", "version=1&head=2");
        assertThat(done.headers().firstValue("Location")).contains("/howdah/workspaces/shop/production/history");
        assertThat(shop().info().head()).isEqualTo(3);
        assertThat(shop().history(1).getFirst().message()).isEqualTo("rolled back to version 1");
        assertThat(form("rollback", "version=1&head=2").statusCode())
                .as("somebody was faster")
                .isEqualTo(409);
        form("untag", "tag=good");
        assertThat(shop().tags(10)).isEmpty();
    }

    private HttpResponse<String> asViewer(String path) {
        return application.send(application.request(path).setHeader("Authorization", "Bearer viewer"));
    }

    private HttpResponse<String> form(String verb, String fields) {
        return application.post(
                "/workspaces/shop/production/" + verb, fields, "Content-Type", "application/x-www-form-urlencoded");
    }
}
