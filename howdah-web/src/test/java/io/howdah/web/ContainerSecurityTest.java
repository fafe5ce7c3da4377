// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import static io.howdah.web.WebApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.job.JobType;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** The console in an application that knows its people by itself: whoever has a role there gets in, and nobody else. */
@HowdahTest
class ContainerSecurityTest {
    private static final String USER = "X-User";

    /** Stands for the application's security: the header has a name and roles. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {
        @Bean
        Filter security() {
            return (request, response, chain) -> chain.doFilter(new Known((HttpServletRequest) request), response);
        }
    }

    /** A request of somebody whom the application knows. */
    private static final class Known extends HttpServletRequestWrapper {
        private final List<String> words;

        Known(HttpServletRequest request) {
            super(request);
            var user = request.getHeader(USER);
            this.words = user == null || user.isEmpty() ? List.of() : Arrays.asList(user.split(" "));
        }

        @Override
        public @Nullable Principal getUserPrincipal() {
            return words.isEmpty() ? null : words::getFirst;
        }

        @Override
        public boolean isUserInRole(String role) {
            return words.stream().skip(1).anyMatch(role::equals);
        }
    }

    @Test
    void whoever_has_a_role_in_the_application_gets_in_and_nobody_else(TestDatabase database) {
        database.howdah().jobs().enqueue(JobType.of("hello", String.class), "world");
        try (var application = WebApplication.start(Application.class, "/howdah", database)) {
            assertThat(get(application, "").statusCode()).as("nobody").isEqualTo(401);
            var stranger = get(application, "bob");
            assertThat(stranger.statusCode()).as("somebody without a role").isEqualTo(403);
            assertThat(json(stranger).get("detail").asString()).contains("bob", "VIEW");
            assertThat(get(application, "bob ADMIN").statusCode())
                    .as("a role of something else")
                    .isEqualTo(403);
            assertThat(get(application, "ada HOWDAH_VIEWER").statusCode()).isEqualTo(200);

            assertThat(pause(application, "ada HOWDAH_VIEWER")).isEqualTo(403);
            assertThat(pause(application, "olga HOWDAH_VIEWER HOWDAH_OPERATOR")).isEqualTo(200);
        }
    }

    private static HttpResponse<String> get(WebApplication application, String user) {
        return application.send(
                application.request("/api/v1/queues").header(USER, user).GET());
    }

    private static int pause(WebApplication application, String user) {
        return application.post("/api/v1/queues/default/pause", "", USER, user).statusCode();
    }
}
