// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells a form of ours from one that another site had a person's browser send. */
public final class Forgery {
    public static final String HEADER = "X-Howdah-Token";
    public static final String FIELD = "_token";

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private Forgery() {}

    public static boolean isSafe(String method) {
        return SAFE_METHODS.contains(method);
    }

    /** Whether the request may have been sent without the person's will. */
    public static boolean isSuspect(HttpServletRequest request, Optional<String> formToken) {
        return isFromElsewhere(request)
                || !formToken.map(token -> brings(request, token)).orElse(true);
    }

    /** As browsers say it themselves; programs that are none say nothing, and are judged by the token. */
    public static boolean isFromElsewhere(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !List.of("same-origin", "none").contains(site);
        }
        var origin = request.getHeader("Origin");
        return origin != null && !origin.equals(ownOrigin(request));
    }

    private static String ownOrigin(HttpServletRequest request) {
        var url = URI.create(request.getRequestURL().toString());
        var port = url.getPort() == -1 ? "" : ":" + url.getPort();
        return url.getScheme() + "://" + url.getHost() + port;
    }

    private static boolean brings(HttpServletRequest request, String token) {
        var header = request.getHeader(HEADER);
        var brought = header == null ? request.getParameter(FIELD) : header;
        return brought != null && MessageDigest.isEqual(brought.getBytes(UTF_8), token.getBytes(UTF_8));
    }
}
