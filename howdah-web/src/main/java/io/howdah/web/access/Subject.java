// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.servlet.HandlerMapping;

/** What a request is about, for the audit: what its path names, then what {@link Allow#about} takes of the rest. */
final class Subject {
    private Subject() {}

    static String of(HttpServletRequest request, Allow route, Bodies bodies) {
        var about = List.of(route.about());
        var given = about.isEmpty() ? Map.<String, String>of() : given(request, bodies);
        var said = (about.equals(List.of(Allow.ALL)) ? given.keySet().stream() : about.stream())
                .map(name -> Map.entry(name, given.getOrDefault(name, "").strip()))
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + "=" + field.getValue());
        return Stream.concat(path(request), said).collect(Collectors.joining(" "));
    }

    private static Map<String, String> given(HttpServletRequest request, Bodies bodies) {
        var given = new LinkedHashMap<String, String>();
        request.getParameterMap().forEach((name, values) -> given.put(name, String.join(",", values)));
        given.remove(Forgery.FIELD);
        // Whatever else it is called: where a body may be left out, its type is not looked at.
        if (!FormRefusal.isForm(request)) {
            given.putAll(bodies.fields(request));
        }
        return given;
    }

    private static Stream<String> path(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> named
                ? named.values().stream().map(String::valueOf)
                : Stream.empty();
    }
}
