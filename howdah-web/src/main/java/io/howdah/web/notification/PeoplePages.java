// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Notifications;
import io.howdah.notification.People;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** People who are notified, what they prefer, and their groups, for people. */
@Controller
final class PeoplePages {
    private static final int ROWS = 50;
    private static final int MOST_GROUPS = 100;
    private static final int MOST_MEMBERS = 1_000;

    private final People people;
    private final Pages pages;

    PeoplePages(Notifications notifications, Pages pages) {
        this.people = notifications.people();
        this.pages = pages;
    }

    @GetMapping("/people")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(
            HttpServletRequest request, @RequestParam(name = "after", defaultValue = "") String after) {
        var found = people.list(after, ROWS + 1).stream().map(PersonRow::of).toList();
        return pages.page(
                request,
                "People",
                "people",
                Map.of(
                        "first", after.isEmpty(),
                        "groups", people.groups("", MOST_GROUPS),
                        "slice", ByName.slice(found, ROWS, PersonRow::name)));
    }

    @PostMapping("/people")
    @Allow(value = Permission.OPERATE, action = "person.put", about = "name")
    ResponseEntity<String> make(
            HttpServletRequest request, @RequestParam("name") String name, @RequestParam Map<String, String> form) {
        if (people.find(name.strip()).isPresent()) {
            throw WebException.conflict("Somebody who is called " + name.strip() + " is known already.");
        }
        people.put(NewPerson.of(form).person(name.strip()));
        return back(request, name.strip());
    }

    @GetMapping("/people/{person}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> person(HttpServletRequest request, @PathVariable("person") String name) {
        var groups = people.groups("", MOST_GROUPS).keySet().stream()
                .filter(group -> people.members(group, MOST_MEMBERS).contains(name))
                .toList();
        return pages.page(request, name, "person", Map.of("person", require(name), "groups", groups));
    }

    @PostMapping("/people/{person}")
    @Allow(value = Permission.OPERATE, action = "person.put")
    ResponseEntity<String> change(
            HttpServletRequest request, @PathVariable("person") String name, @RequestParam Map<String, String> form) {
        require(name);
        people.put(NewPerson.of(form).person(name));
        return back(request, name);
    }

    @PostMapping("/people/{person}/remove")
    @Allow(value = Permission.OPERATE, action = "person.remove")
    ResponseEntity<String> remove(HttpServletRequest request, @PathVariable("person") String name) {
        people.remove(name);
        return pages.goTo(request, "/people");
    }

    @PostMapping("/people/{person}/join")
    @Allow(value = Permission.OPERATE, action = "group.join", about = "group")
    ResponseEntity<String> join(
            HttpServletRequest request, @PathVariable("person") String name, @RequestParam("group") String group) {
        require(name);
        people.join(group.strip(), name);
        return back(request, name);
    }

    @PostMapping("/people/{person}/leave")
    @Allow(value = Permission.OPERATE, action = "group.leave", about = "group")
    ResponseEntity<String> leave(
            HttpServletRequest request, @PathVariable("person") String name, @RequestParam("group") String group) {
        people.leave(group, name);
        return back(request, name);
    }

    private PersonRow require(String name) {
        return people.find(name)
                .map(PersonRow::of)
                .orElseThrow(() -> WebException.notFound("Nobody who is called " + name + " is known."));
    }

    private ResponseEntity<String> back(HttpServletRequest request, String name) {
        return pages.goTo(request, "/people/" + Words.step(name));
    }
}
