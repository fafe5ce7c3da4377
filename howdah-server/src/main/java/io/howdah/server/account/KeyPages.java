// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.access.Role;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Templates;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Which programs may call the API, for those who decide it. */
@Controller
final class KeyPages {
    private final Keys keys;
    private final Pages pages;
    private final Templates templates;

    KeyPages(Keys keys, Pages pages, Templates templates) {
        this.keys = keys;
        this.pages = pages;
        this.templates = templates;
    }

    @GetMapping("/keys")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<String> list(HttpServletRequest request) {
        return shown(request, "");
    }

    @PostMapping("/keys")
    @Allow(
            value = Permission.ADMINISTER,
            action = "key.create",
            about = {"name", "role"})
    ResponseEntity<String> create(
            HttpServletRequest request,
            @RequestParam("name") String name,
            @RequestParam("role") String word,
            @RequestParam(name = "days", required = false) @Nullable Integer days) {
        var role = Role.require(word, List.of(Role.values()));
        var by = Gate.caller(request).map(Caller::name).orElse("");
        return shown(
                request, keys.create(name, role, by, Optional.ofNullable(days).map(Duration::ofDays)));
    }

    @PostMapping("/keys/{id}/revoke")
    @Allow(value = Permission.ADMINISTER, action = "key.revoke")
    ResponseEntity<String> revoke(HttpServletRequest request, @PathVariable("id") String id) {
        if (!keys.revoke(id)) {
            throw WebException.notFound("There is no key " + id + ", or it was revoked already.");
        }
        return pages.goTo(request, "/keys");
    }

    private ResponseEntity<String> shown(HttpServletRequest request, String made) {
        return pages.page(
                request,
                "API keys",
                templates,
                "keys",
                Map.of("keys", keys.list(), "roles", List.of(Role.values()), "made", made));
    }
}
