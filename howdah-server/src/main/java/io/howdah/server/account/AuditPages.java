// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Templates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What people changed, the newest first. */
@Controller
final class AuditPages {
    private static final int ROWS = 100;

    private final AuditStore store;
    private final Pages pages;
    private final Templates templates;

    AuditPages(AuditStore store, Pages pages, Templates templates) {
        this.store = store;
        this.pages = pages;
        this.templates = templates;
    }

    @GetMapping("/audit")
    @Allow(Permission.ADMINISTER)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam Map<String, String> parameters) {
        var filter = AuditFilter.of(parameters);
        var slice = store.list(filter, AuditFilter.Place.of(parameters), ROWS);
        return pages.page(request, "Audit", templates, "audit", Map.of("filter", filter, "slice", slice));
    }
}
