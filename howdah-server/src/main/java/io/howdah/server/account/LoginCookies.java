// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Gate;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;

/** What browsers bring along: that of a session, and that of a login that is under way. Thread-safe. */
final class LoginCookies {
    private static final Duration LONGEST_SESSION = Duration.ofDays(7);

    private final SessionStore sessions;
    private final Pages pages;

    LoginCookies(SessionStore sessions, Pages pages) {
        this.sessions = sessions;
        this.pages = pages;
    }

    /** Opens a session; the browser goes on to the first page. */
    ResponseEntity<String> letIn(HttpServletRequest request, long account) {
        var agent = Optional.ofNullable(request.getHeader("User-Agent")).orElse("");
        var token = sessions.open(account, Gate.address(request), agent);
        return to(request, "/", cookie(request, SessionCallers.cookieName(request), token.text(), LONGEST_SESSION));
    }

    /** Ends the session; the browser goes on to where one logs in. */
    ResponseEntity<String> letOut(HttpServletRequest request) {
        SessionCallers.token(request).ifPresent(sessions::close);
        return to(request, "/login", cookie(request, SessionCallers.cookieName(request), "", Duration.ZERO));
    }

    /** The login that goes to the provider: the same browser brings it back. */
    ResponseCookie underWay(HttpServletRequest request, String sealed) {
        return cookie(request, underWayName(request), sealed, OidcLogins.VALID);
    }

    Optional<String> underWay(HttpServletRequest request) {
        var cookies = request.getCookies();
        return Arrays.stream(cookies == null ? new Cookie[0] : cookies)
                .filter(cookie -> cookie.getName().equals(underWayName(request)))
                .map(Cookie::getValue)
                .findFirst();
    }

    /** The login has ended; the browser may forget what showed that it began it. */
    ResponseCookie over(HttpServletRequest request) {
        return cookie(request, underWayName(request), "", Duration.ZERO);
    }

    private static String underWayName(HttpServletRequest request) {
        return SessionCallers.cookieName(request) + "-login";
    }

    private ResponseEntity<String> to(HttpServletRequest request, String path, ResponseCookie cookie) {
        return ResponseEntity.status(303)
                .headers(pages.goTo(request, path).getHeaders())
                .header(HttpHeaders.SET_COOKIE, cookie.toString())
                .build();
    }

    private static ResponseCookie cookie(HttpServletRequest request, String name, String value, Duration age) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Lax")
                .path("/")
                .maxAge(age)
                .build();
    }
}
