// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.access.Role;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Templates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Who may log in, for those who decide it. */
@Controller
final class UserPages {
    private final Users users;
    private final Pages pages;
    private final Templates templates;

    UserPages(Users users, Pages pages, Templates templates) {
        this.users = users;
        this.pages = pages;
        this.templates = templates;
    }

    @GetMapping("/users")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<String> list(HttpServletRequest request) {
        return shown(request, "", "");
    }

    @PostMapping("/users")
    @Allow(
            value = Permission.ADMINISTER,
            action = "user.create",
            about = {"name", "role"})
    ResponseEntity<String> create(
            HttpServletRequest request, @RequestParam("name") String given, @RequestParam("role") String role) {
        var made = users.create(given, role, List.of());
        return shown(request, made.name(), users.link(made));
    }

    @PostMapping("/users/{name}/role")
    @Allow(value = Permission.ADMINISTER, action = "user.role", about = "role")
    ResponseEntity<String> role(
            HttpServletRequest request, @PathVariable("name") String name, @RequestParam("role") String role) {
        users.role(users.require(name), role);
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{name}/groups")
    @Allow(value = Permission.ADMINISTER, action = "user.groups", about = "groups")
    ResponseEntity<String> groups(
            HttpServletRequest request, @PathVariable("name") String name, @RequestParam("groups") String given) {
        var groups = Arrays.stream(given.split("[,\\s]+"))
                .filter(word -> !word.isEmpty())
                .toList();
        users.groups(users.require(name), groups);
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{name}/link")
    @Allow(value = Permission.ADMINISTER, action = "user.link")
    ResponseEntity<String> link(HttpServletRequest request, @PathVariable("name") String name) {
        var user = users.require(name);
        return shown(request, user.name(), users.link(user));
    }

    @PostMapping("/users/{name}/logout")
    @Allow(value = Permission.ADMINISTER, action = "user.logout")
    ResponseEntity<String> logout(HttpServletRequest request, @PathVariable("name") String name) {
        users.logOut(users.require(name));
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{name}/disable")
    @Allow(value = Permission.ADMINISTER, action = "user.disable")
    ResponseEntity<String> disable(HttpServletRequest request, @PathVariable("name") String name) {
        users.disable(users.require(name));
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{name}/enable")
    @Allow(value = Permission.ADMINISTER, action = "user.enable")
    ResponseEntity<String> enable(HttpServletRequest request, @PathVariable("name") String name) {
        users.enable(users.require(name));
        return pages.goTo(request, "/users");
    }

    private ResponseEntity<String> shown(HttpServletRequest request, String linkFor, String token) {
        var link = token.isEmpty() ? "" : Links.to(request, token);
        return pages.page(
                request,
                "Users",
                templates,
                "users",
                Map.of("accounts", users.list(), "roles", Role.ofPeople(), "linkFor", linkFor, "link", link));
    }
}
