// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

/** Somebody with a browser: keeps the cookie, and sends forms with the token of the page that they are on. */
final class Browser implements AutoCloseable {
    private static final Pattern TOKEN = Pattern.compile("name=\"_token\" value=\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private String cookie = "";
    private String formToken = "";

    HttpResponse<String> get(String url) {
        return send(HttpRequest.newBuilder(URI.create(url)).GET());
    }

    /** Fields as name, value, name, value. */
    HttpResponse<String> post(String url, String... fields) {
        var body = new StringBuilder("_token=").append(encoded(formToken));
        for (int i = 0; i < fields.length; i += 2) {
            body.append('&').append(fields[i]).append('=').append(encoded(fields[i + 1]));
        }
        return send(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofString(body.toString())));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        if (!cookie.isEmpty()) {
            request.setHeader("Cookie", cookie);
        }
        var response = sendAsIs(request.timeout(Duration.ofSeconds(60)), BodyHandlers.ofString());
        response.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
        var token = TOKEN.matcher(response.body());
        if (token.find()) {
            formToken = token.group(1);
        }
        return response;
    }

    /** The status alone: a body may never end. */
    int status(HttpRequest.Builder request) throws IOException {
        var answer = sendAsIs(request.timeout(Duration.ofSeconds(60)), BodyHandlers.ofInputStream());
        answer.body().close();
        return answer.statusCode();
    }

    String cookie() {
        return cookie;
    }

    private <T> HttpResponse<T> sendAsIs(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request.build(), handler);
        } catch (IOException failure) {
            throw new AssertionError("no answer", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    @Override
    public void close() {
        client.close();
    }
}
