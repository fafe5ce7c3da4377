// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.limit;

import io.howdah.limit.Limits;
import io.howdah.limit.Standing;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Rate limits, for people. */
@Controller
final class LimitPages {
    private final Limits limits;
    private final LimitReadStore store;
    private final Pages pages;

    LimitPages(Limits limits, LimitReadStore store, Pages pages) {
        this.limits = limits;
        this.store = store;
        this.pages = pages;
    }

    @GetMapping("/limits")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request) {
        return pages.page(request, "Limits", "limits", Map.of("policies", store.list()));
    }

    @GetMapping("/limits/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> limit(
            HttpServletRequest request,
            @PathVariable("id") int id,
            @RequestParam(name = "key", defaultValue = "") String key) {
        var policy = require(id);
        Optional<Standing> standing =
                key.isBlank() ? Optional.empty() : Optional.of(limits.peek(policy.policy(), key.strip()));
        return pages.page(
                request,
                "Limit " + policy.name(),
                "limit",
                Map.of("policy", policy, "key", key.strip(), "standing", standing));
    }

    @PostMapping("/limits/{id}/reset")
    @Allow(value = Permission.OPERATE, action = "limit.reset", about = "key")
    ResponseEntity<String> reset(
            HttpServletRequest request, @PathVariable("id") int id, @RequestParam("key") String key) {
        limits.reset(require(id).policy(), key);
        return pages.goTo(request, "/limits/" + id + "?key=" + Words.value(key));
    }

    private PolicyRow require(int id) {
        return store.find(id).orElseThrow(() -> WebException.notFound("There is no such limit."));
    }
}
