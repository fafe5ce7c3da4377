// SPDX-License-Identifier: Apache-2.0
package io.howdah.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small documentations, and what becomes of them. */
class SiteTest {
    @TempDir
    private Path root;

    private Path target;

    @BeforeEach
    void a_home_and_two_pages() throws IOException {
        target = root.resolve("target");
        put("docs/README.md", """
                # All of it
                - [Start](start.md): begin here.
                - Concepts: [locks](concepts/locks.md).
                """);
        put("docs/start.md", "# Start\n\nSee [the limits](concepts/locks.md#what-it-cannot).\n");
        put("docs/concepts/locks.md", """
                # Locks

                A <b>lock</b> is "held".

                ## What it cannot

                ```java
                // snippet: locks
                var lock = locks.acquire("a < b"); // waits
                ```

                | | a |
                |---|---|
                | b | c |
                """);
    }

    @Test
    void pages_are_linked_as_their_files_are() throws IOException {
        assertThat(write()).isEqualTo(3);

        assertThat(page("start.html")).contains("href=\"concepts/locks.html#what-it-cannot\"");
        assertThat(page("concepts/locks.html"))
                .contains("<title>Locks · Howdah</title>", "href=\"../site.css\"", "href=\"../start.html\"")
                .contains("<h2 id=\"what-it-cannot\">", "<div class=\"wide\"")
                .contains("<a href=\"../concepts/locks.html\" aria-current=\"page\">Locks</a>");
    }

    @Test
    void nothing_of_a_page_is_taken_for_html_and_code_has_colours() throws IOException {
        write();

        assertThat(page("concepts/locks.html"))
                .contains("A &lt;b&gt;lock&lt;/b&gt; is")
                .contains("<span class=\"k\">var</span> lock", "<span class=\"s\">&quot;a &lt; b&quot;</span>")
                .contains("<span class=\"c\">// waits</span>")
                .doesNotContain("snippet:");
    }

    @Test
    void a_link_to_a_page_a_heading_or_a_file_that_is_not_there_is_a_fault_and_nothing_is_written() throws IOException {
        put(
                "docs/start.md",
                "# Start\n\n[a](no.md) [b](concepts/locks.md#no) [c](#no) [d](no.yml) [e](https://example.com)\n");

        assertThatThrownBy(this::write)
                .isInstanceOfSatisfying(
                        BrokenSiteException.class,
                        broken -> assertThat(broken.faults())
                                .hasSize(4)
                                .allSatisfy(
                                        fault -> assertThat(fault).startsWith(Path.of("docs", "start.md") + " -> ")))
                .hasMessageContaining("there are locks, what-it-cannot");
        assertThat(target).doesNotExist();
    }

    @Test
    void a_page_that_nobody_finds_is_a_fault() throws IOException {
        put("docs/concepts/forgotten.md", "# Forgotten\n");

        assertThatThrownBy(this::write)
                .isInstanceOf(BrokenSiteException.class)
                .hasMessageContaining("forgotten.md is in no list");
    }

    @Test
    void files_that_are_no_pages_come_along_and_decisions_are_listed() throws IOException {
        put("docs/alerts.yml", "groups: []\n");
        put("docs/adr/0001-first.md", "# 1. First\n");
        put("docs/start.md", "# Start\n\n[rules](alerts.yml) [decisions](adr)\n");

        write();

        assertThat(page("start.html")).contains("href=\"files/docs/alerts.yml.txt\"", "href=\"adr/index.html\"");
        assertThat(page("files/docs/alerts.yml.txt")).isEqualTo("groups: []\n");
        assertThat(page("adr/index.html")).contains("<a href=\"../adr/0001-first.html\">1. First</a>");
    }

    @Test
    void pictures_come_along_and_one_that_is_not_there_is_a_fault() throws IOException {
        put("docs/images/all.webp", "a picture");
        put("docs/start.md", "# Start\n\n![All of it](images/all.webp)\n");

        write();

        assertThat(page("start.html")).contains("<img src=\"files/docs/images/all.webp\" alt=\"All of it\"");
        assertThat(page("files/docs/images/all.webp")).isEqualTo("a picture");
        put("docs/start.md", "# Start\n\n![None](images/none.webp)\n");
        assertThatThrownBy(this::write).hasMessageContaining("there is no such file");
    }

    @Test
    void every_section_can_be_searched_for() throws IOException {
        write();

        assertThat(page("search.js"))
                .contains("[\"concepts/locks.html#what-it-cannot\",\"Locks\",\"What it cannot\",")
                .contains("\\u003cb>lock\\u003c/b>", "\\\"held\\\"");
    }

    @Test
    void headings_are_named_as_on_github() {
        var anchors = new Anchors();

        assertThat(anchors.name("`@QueueListener`: messages")).isEqualTo("queuelistener-messages");
        assertThat(anchors.name("What's left, to you?")).isEqualTo("whats-left-to-you");
        assertThat(anchors.name("Zürich & more")).isEqualTo("zürich--more");
        assertThat(anchors.name("Limits")).isEqualTo("limits");
        assertThat(anchors.name("Limits")).isEqualTo("limits-1");
    }

    private int write() throws IOException {
        return Site.of(root).writeTo(target);
    }

    private String page(String url) throws IOException {
        return Files.readString(target.resolve(url));
    }

    private void put(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }
}
