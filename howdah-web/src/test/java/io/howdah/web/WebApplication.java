// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import io.howdah.test.TestDatabase;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Callers;
import io.howdah.web.access.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole application with the API and the console in it, on a port of its own, and somebody who calls it. */
final class WebApplication implements AutoCloseable {
    static final String TOKEN = "the form's token";

    private static final JsonMapper MAPPER = new JsonMapper();

    private final ConfigurableApplicationContext context;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String base;

    private WebApplication(ConfigurableApplicationContext context, String path) {
        this.context = context;
        this.base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path;
    }

    /**
     * With security of its own: whoever says "Authorization: Bearer ROLE" is a program, "Cookie: ROLE NAME GROUP…" a
     * person.
     */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {
        @Bean
        Callers callers() {
            return new Callers() {
                @Override
                public Optional<Caller> callerOf(HttpServletRequest request) {
                    return Optional.ofNullable(request.getHeader("Authorization"))
                            .flatMap(header -> Role.of(header.replace("Bearer ", "")))
                            .map(role -> Caller.program("a " + role.word(), role))
                            .or(() -> Optional.ofNullable(request.getHeader("Cookie"))
                                    .flatMap(Application::person));
                }

                @Override
                public Optional<String> loginPath() {
                    return Optional.empty();
                }
            };
        }

        private static Optional<Caller> person(String cookie) {
            var words = List.of(cookie.split(" "));
            return Role.of(words.getFirst())
                    .map(role -> Caller.person(words.size() > 1 ? words.get(1) : "ada", role, Optional.of(TOKEN))
                            .inGroups(words.subList(Math.min(2, words.size()), words.size())));
        }
    }

    static WebApplication start(TestDatabase database, String... properties) {
        return start(Application.class, "/howdah", database, properties);
    }

    static WebApplication start(Class<?> application, String path, TestDatabase database, String... properties) {
        var all = new ArrayList<>(List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.main.banner-mode=off",
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.minimum-idle=0",
                "howdah.migrate=false"));
        all.addAll(List.of(properties));
        var context = new SpringApplicationBuilder(application)
                .web(WebApplicationType.SERVLET)
                .properties(all.toArray(String[]::new))
                .run();
        return new WebApplication(context, path);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    String base() {
        return base;
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) {
        var request = request(path).method(method, BodyPublishers.ofString(body));
        request.setHeader("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer admin");
    }

    /** The status alone: a body may never end. */
    int status(HttpRequest.Builder request) throws IOException {
        var answer = send(request, BodyHandlers.ofInputStream());
        answer.body().close();
        return answer.statusCode();
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request.build(), handler);
        } catch (IOException failure) {
            throw new AssertionError("no answer", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        return MAPPER.readTree(response.body());
    }

    @Override
    public void close() {
        context.close();
        client.close();
    }
}
