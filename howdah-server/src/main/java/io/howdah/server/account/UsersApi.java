// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/** Users and their groups as a resource. A link that is told is kept nowhere, so these take no Idempotency-Key. */
@RestController
final class UsersApi {
    private static final String USER = "/api/v1/users/{name}";

    private final Users users;
    private final Api api;

    UsersApi(Users users, Api api) {
        this.users = users;
        this.api = api;
    }

    @GetMapping("/api/v1/users")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<byte[]> list() {
        return api.ok(new Slice<>(users.list().stream().map(UserRow::of).toList(), Optional.empty()));
    }

    @GetMapping(USER)
    @Allow(Permission.ADMINISTER)
    ResponseEntity<byte[]> find(@PathVariable("name") String name) {
        return shown(name);
    }

    @PostMapping(path = "/api/v1/users", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.ADMINISTER,
            action = "user.create",
            about = {"name", "role", "groups"})
    ResponseEntity<byte[]> create(HttpServletRequest request) {
        var asked = api.body(request, NewUser.class);
        var made = users.create(Given.or(asked.name, ""), Given.or(asked.role, ""), Given.or(asked.groups, List.of()));
        return told(request, made);
    }

    @PutMapping(path = USER + "/role", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.ADMINISTER, action = "user.role", about = "role")
    ResponseEntity<byte[]> role(@PathVariable("name") String name, HttpServletRequest request) {
        users.role(users.require(name), Given.or(api.body(request, NewUserRole.class).role, ""));
        return shown(name);
    }

    @PutMapping(path = USER + "/groups", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.ADMINISTER, action = "user.groups", about = "groups")
    ResponseEntity<byte[]> groups(@PathVariable("name") String name, HttpServletRequest request) {
        var groups = api.body(request, NewUserGroups.class).groups;
        if (groups == null) {
            throw WebException.invalid("groups is missing: all that the user is in from now on.");
        }
        users.groups(users.require(name), groups);
        return shown(name);
    }

    @PutMapping(path = USER + "/identity", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.ADMINISTER, action = "user.identity", about = "subject")
    ResponseEntity<byte[]> identity(@PathVariable("name") String name, HttpServletRequest request) {
        users.bind(users.require(name), Given.or(api.body(request, NewIdentity.class).subject, ""));
        return shown(name);
    }

    @PostMapping(USER + "/link")
    @Allow(value = Permission.ADMINISTER, action = "user.link")
    ResponseEntity<byte[]> link(@PathVariable("name") String name, HttpServletRequest request) {
        return told(request, users.require(name));
    }

    @PostMapping(USER + "/logout")
    @Allow(value = Permission.ADMINISTER, action = "user.logout")
    ResponseEntity<byte[]> logOut(@PathVariable("name") String name) {
        users.logOut(users.require(name));
        return shown(name);
    }

    @PostMapping(USER + "/disable")
    @Allow(value = Permission.ADMINISTER, action = "user.disable")
    ResponseEntity<byte[]> disable(@PathVariable("name") String name) {
        users.disable(users.require(name));
        return shown(name);
    }

    @PostMapping(USER + "/enable")
    @Allow(value = Permission.ADMINISTER, action = "user.enable")
    ResponseEntity<byte[]> enable(@PathVariable("name") String name) {
        users.enable(users.require(name));
        return shown(name);
    }

    @GetMapping("/api/v1/groups")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<byte[]> groups() {
        var members = new TreeMap<String, TreeSet<String>>();
        users.list()
                .forEach(user -> user.groups()
                        .forEach(group -> members.computeIfAbsent(group, name -> new TreeSet<>())
                                .add(user.name())));
        var groups = members.entrySet().stream()
                .map(group -> new UserGroup(group.getKey(), List.copyOf(group.getValue())))
                .toList();
        return api.ok(new Slice<>(groups, Optional.empty()));
    }

    private ResponseEntity<byte[]> shown(String name) {
        return api.ok(UserRow.of(users.require(name)));
    }

    private ResponseEntity<byte[]> told(HttpServletRequest request, Account user) {
        return ResponseEntity.status(201)
                .contentType(MediaType.APPLICATION_JSON)
                .body(api.written(new UserLink(UserRow.of(user), Links.to(request, users.link(user)))));
    }

    record NewUser(
            @Nullable String name,
            @Nullable String role,
            @Nullable List<String> groups) {}

    record NewUserRole(@Nullable String role) {}

    /** @param groups all of them, from now on */
    record NewUserGroups(@Nullable List<String> groups) {}

    /** @param subject as the provider's tokens have it */
    record NewIdentity(@Nullable String subject) {}

    /** @param link works once, for a day, and is told once */
    record UserLink(UserRow user, String link) {}

    record UserGroup(String name, List<String> members) {}
}
