// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.NotificationTemplate;
import io.howdah.notification.Notifications;
import io.howdah.notification.People;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Templates of notifications as a resource. */
@RestController
final class TemplatesApi {
    private static final int LONGEST_SUBJECT = 500;
    private static final int LONGEST_TEXT = 100_000;
    private static final int LONGEST_HTML = 500_000;

    private final People people;
    private final Api api;

    TemplatesApi(Notifications notifications, Api api) {
        this.people = notifications.people();
        this.api = api;
    }

    @GetMapping("/api/v1/notifications/templates")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(name = "after", defaultValue = "") String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        var most = Slice.limit(limit);
        var found = people.listTemplates(after, most + 1).stream()
                .map(TemplateRow::of)
                .toList();
        return api.ok(ByName.slice(found, most, TemplateRow::name));
    }

    @GetMapping("/api/v1/notifications/templates/{template}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("template") String name) {
        return api.ok(require(name));
    }

    @PutMapping(path = "/api/v1/notifications/templates/{template}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "template.put")
    ResponseEntity<byte[]> put(@PathVariable("template") String name, HttpServletRequest request) {
        var template = api.body(request, NewTemplate.class).template(name);
        return api.once(request, () -> {
            people.put(template);
            return require(name);
        });
    }

    @DeleteMapping("/api/v1/notifications/templates/{template}")
    @Allow(value = Permission.OPERATE, action = "template.remove")
    ResponseEntity<byte[]> remove(@PathVariable("template") String name, HttpServletRequest request) {
        return api.once(request, () -> new TemplateRemoved(people.removeTemplate(name)));
    }

    private TemplateRow require(String name) {
        return people.findTemplate(name)
                .map(TemplateRow::of)
                .orElseThrow(() -> WebException.notFound("There is no template " + name + "."));
    }

    record TemplateRow(String name, String subject, String text, Optional<String> html) {
        static TemplateRow of(NotificationTemplate template) {
            return new TemplateRow(template.name(), template.subject(), template.text(), template.html());
        }
    }

    /** Words with places for data, such as <code>{{order.id}}</code>. */
    record NewTemplate(
            @Nullable String subject,
            @Nullable String text,
            @Nullable String html) {
        NewTemplate {
            if (subject == null || text == null) {
                throw WebException.invalid("A template has a subject and a text.");
            }
            requireLength("subject", subject, LONGEST_SUBJECT);
            requireLength("text", text, LONGEST_TEXT);
            requireLength("html", html == null ? "" : html, LONGEST_HTML);
        }

        NotificationTemplate template(String name) {
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}")) {
                throw WebException.invalid("the name of a template has 1 to 100 letters, digits or . _ : / - and begins"
                        + " with a letter or digit: \"" + name + "\"");
            }
            var template = NotificationTemplate.of(name, String.valueOf(subject), String.valueOf(text));
            return html == null ? template : template.html(html);
        }

        private static void requireLength(String field, String words, int most) {
            if (words.length() > most || words.indexOf('\0') >= 0) {
                throw WebException.invalid(field + " has up to " + most + " characters, and no NUL.");
            }
        }
    }

    record TemplateRemoved(boolean removed) {}
}
