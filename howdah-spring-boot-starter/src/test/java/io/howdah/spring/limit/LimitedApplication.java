// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import io.howdah.limit.RateLimit;
import io.howdah.test.TestDatabase;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** A whole application with a filter of limits in front of a servlet that says hello, on a port of its own. */
final class LimitedApplication implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    private LimitedApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {
        @Bean
        ServletRegistrationBean<HttpServlet> hello() {
            return new ServletRegistrationBean<>(
                    new HttpServlet() {
                        @Override
                        protected void service(HttpServletRequest request, HttpServletResponse response)
                                throws IOException {
                            response.getWriter().print("hello");
                        }
                    },
                    "/*");
        }

        /** Stands where Spring Security would, and believes everybody. */
        @Bean
        FilterRegistrationBean<Filter> logins() {
            var logins = new FilterRegistrationBean<Filter>(
                    (request, response, chain) -> chain.doFilter(new LoggedIn((HttpServletRequest) request), response));
            logins.setOrder(-100);
            return logins;
        }

        // One that no property can say: by a key of the customer, and those without are not counted.
        // snippet: http-limit
        @Bean
        HttpLimit byCustomer() {
            var policy = RateLimit.named("by-customer").allow(2, Duration.ofHours(1));
            return HttpLimit.on(policy, "/customers/*/orders")
                    .methods("post")
                    .by(request -> Optional.ofNullable(request.getHeader("Customer")));
        }
        // end
    }

    private static final class LoggedIn extends HttpServletRequestWrapper {
        LoggedIn(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable Principal getUserPrincipal() {
            var user = getHeader("User");
            return user == null ? null : () -> user;
        }
    }

    static LimitedApplication start(TestDatabase database, String... properties) {
        return start(database.jdbcUrl(), database, properties);
    }

    static LimitedApplication start(String jdbcUrl, TestDatabase database, String... properties) {
        var all = new ArrayList<>(List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.datasource.url=" + jdbcUrl,
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.maximum-pool-size=4",
                "spring.datasource.hikari.minimum-idle=0",
                "spring.main.banner-mode=off",
                "howdah.start=false",
                "howdah.migrate=false"));
        all.addAll(List.of(properties));
        return new LimitedApplication(new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.SERVLET)
                .properties(all.toArray(String[]::new))
                .run());
    }

    /** Asks for the path, with headers as name and value in turn. */
    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    HttpResponse<String> send(String method, String path, String... headers) {
        var port = context.getEnvironment().getProperty("local.server.port");
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
