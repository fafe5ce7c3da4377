// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import gg.jte.Content;
import gg.jte.output.StringOutput;
import io.howdah.Howdah;
import io.howdah.web.WebProperties;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Callers;
import io.howdah.web.access.Gate;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Makes pages: content in the frame that all of them have. Thread-safe. */
public final class Pages {
    private final Templates templates = new Templates(Pages.class, "io.howdah.web.templates");
    private final WebProperties properties;
    private final Callers callers;
    private final List<Section> sections;

    public Pages(WebProperties properties, Callers callers, List<Section> sections) {
        this.properties = properties;
        this.callers = callers;
        this.sections = sections.stream()
                .sorted(Comparator.comparingInt(Section::order))
                .toList();
        var byKey = new HashMap<Character, Section>();
        for (var section : sections) {
            var other = byKey.put(section.key(), section);
            if (other != null) {
                throw new IllegalArgumentException(
                        section + " and " + other + " have the same key: choose another for one of them");
            }
        }
    }

    /** A page of this module. */
    public ResponseEntity<String> page(
            HttpServletRequest request, String title, String template, Map<String, Object> values) {
        return page(request, title, templates, template, values);
    }

    /** A page of another module, made of its own templates; they get the frame as {@code frame}. */
    public ResponseEntity<String> page(
            HttpServletRequest request, String title, Templates own, String template, Map<String, Object> values) {
        var frame = frame(request, title);
        var all = new HashMap<String, Object>(values);
        all.put("frame", frame);
        return ResponseEntity.ok()
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .body(framed(frame, own.content(template, all)));
    }

    /** What is shown of a failure. */
    public String failure(HttpServletRequest request, int status, String detail) {
        var frame = frame(request, status == 404 ? "Not found" : "That did not work");
        return framed(frame, templates.content("failure", Map.of("frame", frame, "status", status, "detail", detail)));
    }

    /** Sends the browser on to a page of ours, with GET. */
    public ResponseEntity<String> goTo(HttpServletRequest request, String path) {
        return ResponseEntity.status(303)
                .location(URI.create(request.getContextPath() + properties.path() + path))
                .build();
    }

    private String framed(Frame frame, Content content) {
        var output = new StringOutput();
        templates.content("layout", Map.of("frame", frame, "content", content)).writeTo(output);
        return output.toString();
    }

    private Frame frame(HttpServletRequest request, String title) {
        var base = request.getContextPath() + properties.path();
        var caller = Gate.caller(request);
        var uri = request.getRequestURI();
        return new Frame(
                title,
                base,
                uri.startsWith(base) ? uri.substring(base.length()) : uri,
                Howdah.version(),
                caller,
                callers.loginPath().map(path -> base + "/logout"),
                visible(caller));
    }

    private List<Section> visible(Optional<Caller> caller) {
        return caller.map(known -> sections.stream()
                        .filter(section -> known.may(section.permission()))
                        .toList())
                .orElse(List.of());
    }
}
