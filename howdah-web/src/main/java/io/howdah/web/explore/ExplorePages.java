// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.explore;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** What can be asked of the API, and a form for each of it. */
@Controller
final class ExplorePages {
    private final ObjectProvider<Operations> operations;
    private final Pages pages;

    ExplorePages(ObjectProvider<Operations> operations, Pages pages) {
        this.operations = operations;
        this.pages = pages;
    }

    @GetMapping("/explore")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam(name = "q", defaultValue = "") String q) {
        var words = q.strip();
        return pages.page(
                request,
                "API",
                "explore",
                Map.of("words", words, "groups", operations.getObject().matching(words)));
    }

    @GetMapping("/explore/{operation}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> operation(HttpServletRequest request, @PathVariable("operation") String id) {
        var operation = operations
                .getObject()
                .find(id)
                .orElseThrow(() -> WebException.notFound("The API has no operation " + id + "."));
        return pages.page(request, operation.summary(), "operation", Map.of("operation", operation));
    }
}
