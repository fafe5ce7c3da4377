// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.limit.RateLimit;
import jakarta.servlet.http.HttpServletRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How often some of the requests may be made, and by whom they are counted: by address, unless {@link #by} says
 * otherwise. As a bean it is one of the auto-configured filter's. Immutable.
 */
public final class HttpLimit {
    private static final int LONGEST_KEY = 200;

    private final List<PathPattern> paths;
    private final Set<String> methods;
    private final LimitKey key;
    private final RateLimit policy;

    private HttpLimit(List<PathPattern> paths, Set<String> methods, LimitKey key, RateLimit policy) {
        this.paths = paths;
        this.methods = methods;
        this.key = key;
        this.policy = policy;
    }

    /**
     * Requests for these paths.
     *
     * @param paths such as {@code /login}, {@code /customers/*} for one segment, {@code /api/**} for any number,
     *     without the context path
     */
    public static HttpLimit on(RateLimit policy, String... paths) {
        if (paths.length == 0) {
            throw new IllegalArgumentException("the limit " + policy.name() + " is on no paths; /** is all");
        }
        if (policy.limits().isEmpty()) {
            throw new IllegalArgumentException(
                    "rate limit " + policy.name() + " has no limit: give it allow or window");
        }
        return new HttpLimit(Arrays.stream(paths).map(PathPattern::of).toList(), Set.of(), LimitKey.address(0), policy);
    }

    /** Only requests by these methods; by any if none is given. */
    public HttpLimit methods(String... methods) {
        var upper = Arrays.stream(methods)
                .map(method -> method.toUpperCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        return new HttpLimit(paths, upper, key, policy);
    }

    public HttpLimit by(LimitKey key) {
        return new HttpLimit(paths, methods, key, policy);
    }

    RateLimit policy() {
        return policy;
    }

    /** Who the request is counted for; empty if it is not. */
    Optional<String> keyOf(HttpServletRequest request) {
        if (!methods.isEmpty() && !methods.contains(request.getMethod())) {
            return Optional.empty();
        }
        var info = request.getPathInfo();
        var path = request.getServletPath() + (info == null ? "" : info);
        return paths.stream().anyMatch(pattern -> pattern.matches(path))
                ? key.of(request).map(HttpLimit::fitting)
                : Optional.empty();
    }

    private static String fitting(String key) {
        if (!key.isEmpty() && key.length() <= LONGEST_KEY && key.indexOf('\0') < 0) {
            return key;
        }
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
