// SPDX-License-Identifier: Apache-2.0
package io.howdah.web;

import io.howdah.web.access.Forgery;
import io.howdah.web.api.Problems;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers failures of our routes: programs get a problem, people a page. */
@RestControllerAdvice(basePackages = "io.howdah")
public final class Failures {
    private final Problems problems;
    private final Pages pages;
    private final WebProperties properties;

    Failures(Problems problems, Pages pages, WebProperties properties) {
        this.problems = problems;
        this.pages = pages;
        this.properties = properties;
    }

    @ExceptionHandler
    ResponseEntity<byte[]> answer(Exception failure, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        if (response.isCommitted()) {
            // A part of the answer is gone already. The container breaks the connection, so that nobody takes it for
            // all.
            throw failure;
        }
        var told = Forgery.isSafe(request.getMethod()) ? problems.ofReading(failure) : problems.of(failure);
        if (isForPeople(request)) {
            return failure instanceof WebException known
                            && known.status() == 401
                            && known.loginPath().isPresent()
                    ? toLogin(request, known.loginPath().get())
                    : page(told, request, failure instanceof WebException known ? known.headers() : Map.of());
        }
        var answer = ResponseEntity.status(told.status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (told.status() == 401) {
            answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        if (failure instanceof WebException known) {
            known.headers().forEach(answer::header);
        }
        if (failure instanceof ErrorResponse known && known.getHeaders().getAllow() != null) {
            answer.allow(known.getHeaders().getAllow().toArray(org.springframework.http.HttpMethod[]::new));
        }
        return answer.body(told.body());
    }

    /** Answers what failed before it reached a route. */
    public ResponseEntity<byte[]> answer(int status, String path, HttpServletRequest request) {
        var told = problems.of(status);
        if (properties.isOfApi(path)) {
            return ResponseEntity.status(status)
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .body(told.body());
        }
        return page(told, request, Map.of());
    }

    private ResponseEntity<byte[]> page(Problems.Told told, HttpServletRequest request, Map<String, String> headers) {
        var html = pages.failure(request, told.status(), told.detail());
        return ResponseEntity.status(told.status())
                .headers(all -> headers.forEach(all::set))
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .body(html.getBytes(StandardCharsets.UTF_8));
    }

    /** A fragment cannot be replaced by another page: htmx is told to go there as a whole. */
    private ResponseEntity<byte[]> toLogin(HttpServletRequest request, String loginPath) {
        var target = request.getContextPath() + properties.path() + loginPath;
        return request.getHeader("HX-Request") != null
                ? ResponseEntity.status(401).header("HX-Redirect", target).build()
                : ResponseEntity.status(303)
                        .header(HttpHeaders.LOCATION, target)
                        .build();
    }

    private boolean isForPeople(HttpServletRequest request) {
        return !properties.isOfApi(
                request.getRequestURI().substring(request.getContextPath().length()));
    }
}
