// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Forgery;
import io.howdah.web.access.Gate;
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

/** Where people come in and go out. */
@Controller
final class LoginPages {
    private final Accounts accounts;
    private final LoginCookies cookies;
    private final Journal journal;
    private final Pages pages;
    private final Templates templates;

    LoginPages(Accounts accounts, LoginCookies cookies, Journal journal, Pages pages, Templates templates) {
        this.accounts = accounts;
        this.cookies = cookies;
        this.journal = journal;
        this.pages = pages;
        this.templates = templates;
    }

    @GetMapping("/login")
    @Allow(Permission.NONE)
    ResponseEntity<String> login(HttpServletRequest request) {
        return shown(request, "");
    }

    @PostMapping("/login")
    @Allow(Permission.NONE)
    ResponseEntity<String> login(
            HttpServletRequest request, @RequestParam("name") String name, @RequestParam("password") String password) {
        requireOurs(request);
        var account = accounts.login(name, password, Gate.address(request));
        journal.begin(change(request, "session.login", name)).end(account.isPresent() ? "done" : "refused");
        return account.map(id -> cookies.letIn(request, id)).orElseGet(() -> refused(request));
    }

    private ResponseEntity<String> refused(HttpServletRequest request) {
        var message = "That is not the name and the password of anybody here.";
        var page = shown(request, message);
        return ResponseEntity.status(401).headers(page.getHeaders()).body(page.getBody());
    }

    private ResponseEntity<String> shown(HttpServletRequest request, String message) {
        return pages.page(request, "Log in", templates, "login", Map.of("message", message, "ways", accounts.ways()));
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
        requireOurs(request);
        var entry = journal.begin(change(request, "session.link", name));
        try {
            var account = accounts.take(token, name, password);
            entry.end("done");
            return cookies.letIn(request, account);
        } catch (WebException refused) {
            entry.end(refused.code());
            throw refused;
        }
    }

    @PostMapping("/logout")
    @Allow(Permission.NONE)
    ResponseEntity<String> logout(HttpServletRequest request) {
        var caller = Gate.caller(request);
        if (caller.isPresent() && Forgery.isSuspect(request, caller.get().formToken())) {
            throw WebException.forged();
        }
        return cookies.letOut(request);
    }

    private static Journal.Change change(HttpServletRequest request, String action, String name) {
        var subject = name.substring(0, Math.min(name.length(), 100));
        return new Journal.Change(
                Gate.caller(request).map(known -> known.name()).orElse("nobody yet"),
                action,
                subject,
                Gate.address(request));
    }

    private static void requireOurs(HttpServletRequest request) {
        if (Forgery.isFromElsewhere(request)) {
            throw WebException.forged();
        }
    }
}
