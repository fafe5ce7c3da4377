// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The pages of the API: all of it, and nothing that the page's policy forbids. */
@HowdahTest
class ExplorePagesTest {
    private static final Pattern LINK = Pattern.compile("<li data-href=\"/howdah(/explore/[A-Za-z]+)\">");

    private final WebApplication application;

    ExplorePagesTest(TestDatabase database) {
        this.application = WebApplication.start(database);
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void every_operation_has_a_page_with_a_form_for_all_that_it_takes() {
        var list = application.get("/explore").body();
        var links = LINK.matcher(list).results().map(link -> link.group(1)).toList();
        var routes = new TreeSet<String>();
        Route.all(application.bean(RequestMappingHandlerMapping.class)).stream()
                .filter(route -> route.path().startsWith("/howdah/api/"))
                .forEach(route -> routes.add(route.method() + " " + route.path()));
        assertThat(links).doesNotHaveDuplicates().hasSameSizeAs(routes);

        for (var link : links) {
            var page = application.get(link);
            assertThat(page.statusCode()).as(link).isEqualTo(200);
            assertThat(page.body())
                    .as(link)
                    .contains("id=\"explore\"", "data-base=\"/howdah\"", "/explore.js\" defer")
                    .doesNotContain(" onclick=", " style=", "<script>", "`");
            var path = page.body().replaceFirst("(?s).*data-path=\"([^\"]*)\".*", "$1");
            Pattern.compile("\\{(\\w+)}")
                    .matcher(path)
                    .results()
                    .forEach(name -> assertThat(page.body())
                            .as(link)
                            .contains("data-in=\"path\" data-name=\"" + name.group(1) + "\""));
        }
    }

    @Test
    void a_form_begins_with_the_least_that_is_accepted_and_says_what_else_there_is() {
        var page = application.get("/explore/enqueueJob").body();
        assertThat(page)
                .contains("\"type\" : \"type\"", "data-method=\"POST\"", "<code>correlation</code>")
                .contains("data-in=\"header\" data-name=\"Idempotency-Key\"");
        assertThat(application.get("/explore/listJobs").body()).contains("<option>ready</option>");
        assertThat(application.get("/explore/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void words_find_operations_and_are_shown_as_they_were_written() {
        assertThat(application.get("/explore?q=job%20DISCARD").body())
                .contains("/explore/discardJob")
                .doesNotContain("/explore/listQueues\"");
        assertThat(application.get("/explore?q=%3Cscript%3E").body())
                .contains("Nothing in the API has all of these words", "value=\"&lt;script>")
                .doesNotContain("<script>");
    }
}
