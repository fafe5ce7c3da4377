// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.web.access.Caller;
import io.howdah.web.access.Callers;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** People by the cookie of their session, programs by their key. A key is never read from a cookie. */
final class SessionCallers implements Callers {
    private static final Pattern KEY = Pattern.compile("Bearer hwd_([a-z0-9]{8})_([A-Za-z0-9_-]{43})");
    private static final Pattern BASIC = Pattern.compile("Basic ([A-Za-z0-9+/=]{1,2000})");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final SessionStore store;
    private final KnownKeys keys;

    SessionCallers(SessionStore store) {
        this.store = store;
        this.keys = new KnownKeys(store);
    }

    @Override
    public Optional<Caller> callerOf(HttpServletRequest request) {
        var header = request.getHeader("Authorization");
        if (header == null) {
            return token(request).flatMap(store::person);
        }
        var key = KEY.matcher(bearer(header));
        return key.matches() ? keys.callerOf(key.group(1), new Token(key.group(2))) : Optional.empty();
    }

    /** Programs that know a name and a password only, such as Terraform, send the key as the password. */
    private static String bearer(String header) {
        var basic = BASIC.matcher(header);
        if (!basic.matches()) {
            return header;
        }
        try {
            var pair = new String(Base64.getDecoder().decode(basic.group(1)), UTF_8);
            return "Bearer " + pair.substring(pair.indexOf(':') + 1);
        } catch (IllegalArgumentException notBase64) {
            return header;
        }
    }

    @Override
    public Optional<String> loginPath() {
        return Optional.of("/login");
    }

    static Optional<Token> token(HttpServletRequest request) {
        var cookies = request.getCookies();
        return Arrays.stream(cookies == null ? new Cookie[0] : cookies)
                .filter(cookie -> cookie.getName().equals(cookieName(request)))
                .map(Cookie::getValue)
                .filter(value -> TOKEN.matcher(value).matches())
                .map(Token::new)
                .findFirst();
    }

    /** Over TLS the name itself has the browser see to it that no other host and no plain connection set it. */
    static String cookieName(HttpServletRequest request) {
        return request.isSecure() ? "__Host-howdah" : "howdah";
    }
}
