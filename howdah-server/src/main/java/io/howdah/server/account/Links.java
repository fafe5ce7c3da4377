// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The addresses of links that work once. */
public final class Links {
    private Links() {}

    /** As whoever sent the request reaches us. */
    static String to(HttpServletRequest request, String token) {
        return of(ServletUriComponentsBuilder.fromContextPath(request).toUriString(), token);
    }

    public static String of(String base, String token) {
        return base + "/link?token=" + token;
    }
}
