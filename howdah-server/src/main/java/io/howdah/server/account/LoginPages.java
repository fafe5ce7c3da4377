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
    private final PasswordLogins logins;
    private final LoginCookies cookies;
    private final Journal journal;
    private final Pages pages;
    private final Templates templates;

    LoginPages(PasswordLogins logins, LoginCookies cookies, Journal journal, Pages pages, Templates templates) {
        this.logins = logins;
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
        var account = logins.login(name, password, Gate.address(request));
        journal.begin(change(request, "session.login", name)).end(account.isPresent() ? "done" : "refused");
        return account.map(id -> cookies.letIn(request, id)).orElseGet(() -> refused(request));
    }

    private ResponseEntity<String> refused(HttpServletRequest request) {
        var message = "That is not the name and the password of anybody here.";
        var page = shown(request, message);
        return ResponseEntity.status(401).headers(page.getHeaders()).body(page.getBody());
    }

    private ResponseEntity<String> shown(HttpServletRequest request, String message) {
        return pages.page(request, "Log in", templates, "login", Map.of("message", message, "ways", logins.ways()));
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

    static Journal.Change change(HttpServletRequest request, String action, String subject) {
        return new Journal.Change(
                Gate.caller(request).map(known -> known.name()).orElse("nobody yet"),
                action,
                subject,
                Gate.address(request));
    }

    static void requireOurs(HttpServletRequest request) {
        if (Forgery.isFromElsewhere(request)) {
            throw WebException.forged();
        }
    }
}
