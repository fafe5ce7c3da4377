// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Journal;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Templates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Where people come in who have a link that works once. */
@Controller
final class LinkPages {
    private final Accounts accounts;
    private final LoginCookies cookies;
    private final Journal journal;
    private final Pages pages;
    private final Templates templates;

    LinkPages(Accounts accounts, LoginCookies cookies, Journal journal, Pages pages, Templates templates) {
        this.accounts = accounts;
        this.cookies = cookies;
        this.journal = journal;
        this.pages = pages;
        this.templates = templates;
    }

    @GetMapping("/link")
    @Allow(Permission.NONE)
    ResponseEntity<String> link(HttpServletRequest request, @RequestParam("token") String token) {
        var link = accounts.findLink(token)
                .orElseThrow(() -> WebException.notFound(
                        "This link was used already, or is too old. Log in, or ask for a new one."));
        return pages.page(request, "Welcome", templates, "link", Map.of("link", link, "token", token));
    }

    @PostMapping("/link")
    @Allow(Permission.NONE)
    ResponseEntity<String> link(
            HttpServletRequest request,
            @RequestParam("token") String token,
            @RequestParam(name = "name", defaultValue = "") String name,
            @RequestParam(name = "password", defaultValue = "") String password) {
        LoginPages.requireOurs(request);
        // A link that is somebody's says whose; the first account is as it is called now.
        var whose = accounts.findLink(token).flatMap(Link::account).orElse(name);
        var entry = journal.begin(LoginPages.change(request, "session.link", whose));
        try {
            var account = accounts.take(token, name, password);
            entry.end("done");
            return cookies.letIn(request, account);
        } catch (WebException refused) {
            entry.end(refused.code());
            throw refused;
        }
    }
}
