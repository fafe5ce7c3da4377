// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import io.howdah.web.WebException;
import io.howdah.web.WebProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Set;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Keeps forms out of the API. The container takes a form's body for its fields as soon as anybody asks for a parameter,
 * an application's filter before us among them: the route would find no body, and do what none asks for.
 */
final class FormRefusal {
    private static final Set<String> FORMS = Set.of("application/x-www-form-urlencoded", "multipart/form-data");

    private final WebProperties properties;

    FormRefusal(WebProperties properties) {
        this.properties = properties;
    }

    static boolean isForm(HttpServletRequest request) {
        return FORMS.contains(typeOf(request));
    }

    void require(HttpServletRequest request) {
        if (isForm(request) && maySaySomething(request) && isOfApi(request)) {
            throw WebException.unsupported("The body is sent as a form (" + typeOf(request)
                    + "; curl -d says so by itself), and nothing here takes one. Send JSON with the header"
                    + " \"Content-Type: application/json\", and a file's bytes as application/octet-stream.");
        }
    }

    private static String typeOf(HttpServletRequest request) {
        var type = request.getContentType();
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** An empty one loses nothing, and is what {@code curl -d ''} sends where no body is needed. */
    private static boolean maySaySomething(HttpServletRequest request) {
        return !Forgery.isSafe(request.getMethod()) && request.getContentLengthLong() != 0;
    }

    /** By its route: an address can be written in several ways. */
    private boolean isOfApi(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String route
                && properties.isOfApi(route);
    }
}
