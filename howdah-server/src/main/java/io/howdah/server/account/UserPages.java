// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.access.Role;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Templates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Who may log in, for those who decide it. */
@Controller
final class UserPages {
    private static final int MOST_GROUPS = 100;
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");

    private final Accounts accounts;
    private final AccountStore store;
    private final SessionStore sessions;
    private final Pages pages;
    private final Templates templates;

    UserPages(Accounts accounts, AccountStore store, SessionStore sessions, Pages pages, Templates templates) {
        this.accounts = accounts;
        this.store = store;
        this.sessions = sessions;
        this.pages = pages;
        this.templates = templates;
    }

    @GetMapping("/users")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<String> list(HttpServletRequest request) {
        return shown(request, "", "");
    }

    @PostMapping("/users")
    @Allow(value = Permission.ADMINISTER, action = "user.create")
    ResponseEntity<String> create(
            HttpServletRequest request, @RequestParam("name") String given, @RequestParam("role") String role) {
        var name = Accounts.name(given);
        if (name.isEmpty()) {
            throw WebException.invalid("A user needs a name.");
        }
        var id = store.create(name, personal(role), null)
                .orElseThrow(() -> WebException.conflict("There is a user " + name + " already."));
        return shown(request, name, accounts.passwordLink(id));
    }

    @PostMapping("/users/{id}/role")
    @Allow(value = Permission.ADMINISTER, action = "user.role")
    ResponseEntity<String> role(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam("role") String role) {
        require(id);
        if (!store.role(id, personal(role))) {
            throw last();
        }
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{id}/groups")
    @Allow(value = Permission.ADMINISTER, action = "user.groups")
    ResponseEntity<String> groups(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam("groups") String given) {
        require(id);
        var groups = Arrays.stream(given.split("[,\\s]+"))
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList();
        if (groups.size() > MOST_GROUPS
                || groups.stream().anyMatch(name -> !GROUP.matcher(name).matches())) {
            throw WebException.invalid("Up to 100 groups, each of 1 to 100 letters, digits or . _ @ -: " + given);
        }
        store.groups(id, groups);
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{id}/link")
    @Allow(value = Permission.ADMINISTER, action = "user.link")
    ResponseEntity<String> link(HttpServletRequest request, @PathVariable("id") long id) {
        return shown(request, require(id).name(), accounts.passwordLink(id));
    }

    @PostMapping("/users/{id}/logout")
    @Allow(value = Permission.ADMINISTER, action = "user.logout")
    ResponseEntity<String> logout(HttpServletRequest request, @PathVariable("id") long id) {
        require(id);
        sessions.closeAll(id);
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{id}/disable")
    @Allow(value = Permission.ADMINISTER, action = "user.disable")
    ResponseEntity<String> disable(HttpServletRequest request, @PathVariable("id") long id) {
        require(id);
        if (!store.disable(id)) {
            throw last();
        }
        sessions.closeAll(id);
        return pages.goTo(request, "/users");
    }

    @PostMapping("/users/{id}/enable")
    @Allow(value = Permission.ADMINISTER, action = "user.enable")
    ResponseEntity<String> enable(HttpServletRequest request, @PathVariable("id") long id) {
        require(id);
        store.enable(id);
        return pages.goTo(request, "/users");
    }

    private ResponseEntity<String> shown(HttpServletRequest request, String linkFor, String token) {
        var link = token.isEmpty() ? "" : Links.to(request, token);
        return pages.page(
                request,
                "Users",
                templates,
                "users",
                Map.of("accounts", store.list(), "roles", Role.ofPeople(), "linkFor", linkFor, "link", link));
    }

    private Account require(long id) {
        return store.find(id).orElseThrow(() -> WebException.notFound("There is no such user."));
    }

    private static Role personal(String word) {
        return Role.of(word)
                .filter(Role.ofPeople()::contains)
                .orElseThrow(() -> WebException.invalid("There is no role " + word + " for people."));
    }

    private static WebException last() {
        return WebException.conflict("This is the last admin: nobody could undo it.");
    }
}
