// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.NotificationTemplate;
import io.howdah.notification.Notifications;
import io.howdah.notification.People;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import io.howdah.web.notification.TemplatesApi.NewTemplate;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Templates of notifications, for people. */
@Controller
final class TemplatePages {
    private static final int ROWS = 50;

    private final People people;
    private final Pages pages;

    TemplatePages(Notifications notifications, Pages pages) {
        this.people = notifications.people();
        this.pages = pages;
    }

    @GetMapping("/templates")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(
            HttpServletRequest request, @RequestParam(name = "after", defaultValue = "") String after) {
        var slice = ByName.slice(people.listTemplates(after, ROWS + 1), ROWS, NotificationTemplate::name);
        return pages.page(request, "Templates", "templates", Map.of("first", after.isEmpty(), "slice", slice));
    }

    @PostMapping("/templates")
    @Allow(value = Permission.OPERATE, action = "template.put", about = "name")
    ResponseEntity<String> make(
            HttpServletRequest request, @RequestParam("name") String name, @RequestParam Map<String, String> form) {
        if (people.findTemplate(name.strip()).isPresent()) {
            throw WebException.conflict("There is a template " + name.strip() + " already.");
        }
        return put(request, name.strip(), form);
    }

    @GetMapping("/templates/{template}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> template(HttpServletRequest request, @PathVariable("template") String name) {
        return pages.page(request, name, "template", Map.of("template", require(name)));
    }

    @PostMapping("/templates/{template}")
    @Allow(value = Permission.OPERATE, action = "template.put")
    ResponseEntity<String> change(
            HttpServletRequest request, @PathVariable("template") String name, @RequestParam Map<String, String> form) {
        require(name);
        return put(request, name, form);
    }

    @PostMapping("/templates/{template}/remove")
    @Allow(value = Permission.OPERATE, action = "template.remove")
    ResponseEntity<String> remove(HttpServletRequest request, @PathVariable("template") String name) {
        people.removeTemplate(name);
        return pages.goTo(request, "/templates");
    }

    private ResponseEntity<String> put(HttpServletRequest request, String name, Map<String, String> form) {
        var given =
                new NewTemplate(Asking.word(form, "subject"), form.getOrDefault("text", ""), Asking.word(form, "html"));
        people.put(given.template(name));
        return pages.goTo(request, "/templates/" + Words.step(name));
    }

    private NotificationTemplate require(String name) {
        return people.findTemplate(name).orElseThrow(() -> WebException.notFound("There is no template " + name + "."));
    }
}
