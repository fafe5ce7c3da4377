// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.limit.RateLimit;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Why a request is not done, as a problem (RFC 9457) of the types that the draft on RateLimit header fields names. */
record Refusal(int status, String type, String title, String code, String detail, String policy) {
    private static final String TYPES = "https://iana.org/assignments/http-problem-types#";
    private static final JsonMapper JSON = new JsonMapper();

    static Refusal by(RateLimit policy, boolean isAway) {
        return isAway
                ? new Refusal(
                        503,
                        TYPES + "temporary-reduced-capacity",
                        "Service Unavailable",
                        "limit-unavailable",
                        "Whether the limit " + policy.name() + " allows this cannot be told now. Try again.",
                        policy.name())
                : new Refusal(
                        429,
                        TYPES + "quota-exceeded",
                        "Too Many Requests",
                        "limited",
                        "The limit " + policy.name() + " allows no more now. Try again after the time in Retry-After.",
                        policy.name());
    }

    void writeTo(HttpServletResponse response) throws IOException {
        var problem = new LinkedHashMap<String, Object>();
        problem.put("type", type);
        problem.put("title", title);
        problem.put("status", status);
        problem.put("code", code);
        problem.put("detail", detail);
        problem.put("violated-policies", List.of(policy));
        var body = JSON.writeValueAsString(problem).getBytes(UTF_8);
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
