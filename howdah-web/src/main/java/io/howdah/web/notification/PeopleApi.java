// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Notifications;
import io.howdah.notification.People;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
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

/** People who are notified, and groups of them, as a resource. */
@RestController
final class PeopleApi {
    private static final int MOST_MEMBERS = 1_000;

    private final People people;
    private final Api api;

    PeopleApi(Notifications notifications, Api api) {
        this.people = notifications.people();
        this.api = api;
    }

    @GetMapping("/api/v1/notifications/people")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(name = "after", defaultValue = "") String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        var most = Slice.limit(limit);
        var found = people.list(after, most + 1).stream().map(PersonRow::of).toList();
        return api.ok(ByName.slice(found, most, PersonRow::name));
    }

    @GetMapping("/api/v1/notifications/people/{person}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("person") String name) {
        return api.ok(require(name));
    }

    @PutMapping(path = "/api/v1/notifications/people/{person}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "person.put")
    ResponseEntity<byte[]> put(@PathVariable("person") String name, HttpServletRequest request) {
        var person = api.body(request, NewPerson.class).person(name);
        return api.once(request, () -> {
            people.put(person);
            return require(name);
        });
    }

    @DeleteMapping("/api/v1/notifications/people/{person}")
    @Allow(value = Permission.OPERATE, action = "person.remove")
    ResponseEntity<byte[]> remove(@PathVariable("person") String name, HttpServletRequest request) {
        return api.once(request, () -> new PeopleChanged(people.remove(name)));
    }

    @GetMapping("/api/v1/notifications/groups")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> groups(
            @RequestParam(name = "after", defaultValue = "") String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        var most = Slice.limit(limit);
        var found = people.groups(after, most + 1).entrySet().stream()
                .map(group -> new PeopleGroup(group.getKey(), group.getValue()))
                .toList();
        return api.ok(ByName.slice(found, most, PeopleGroup::name));
    }

    @GetMapping("/api/v1/notifications/groups/{group}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> members(@PathVariable("group") String group) {
        List<String> members = people.members(group, MOST_MEMBERS);
        return api.ok(new Slice<>(members, Optional.empty()));
    }

    @PutMapping("/api/v1/notifications/groups/{group}/{person}")
    @Allow(value = Permission.OPERATE, action = "group.join")
    ResponseEntity<byte[]> join(
            @PathVariable("group") String group, @PathVariable("person") String person, HttpServletRequest request) {
        require(person);
        return api.once(request, () -> new PeopleChanged(people.join(group, person)));
    }

    @DeleteMapping("/api/v1/notifications/groups/{group}/{person}")
    @Allow(value = Permission.OPERATE, action = "group.leave")
    ResponseEntity<byte[]> leave(
            @PathVariable("group") String group, @PathVariable("person") String person, HttpServletRequest request) {
        return api.once(request, () -> new PeopleChanged(people.leave(group, person)));
    }

    private PersonRow require(String name) {
        return people.find(name)
                .map(PersonRow::of)
                .orElseThrow(() -> WebException.notFound("Nobody who is called " + name + " is known."));
    }

    /** @param changed whether it had been otherwise */
    record PeopleChanged(boolean changed) {}

    record PeopleGroup(String name, int members) {}
}
