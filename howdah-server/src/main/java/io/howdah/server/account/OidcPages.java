// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Journal;
import io.howdah.web.access.Permission;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Where people go to the provider, and come back from it. */
@Controller
final class OidcPages {
    private static final String BACK = "/login/oidc/callback";

    private final LoginWays ways;
    private final OidcLogins logins;
    private final LoginCookies cookies;
    private final Journal journal;

    OidcPages(LoginWays ways, OidcLogins logins, LoginCookies cookies, Journal journal) {
        this.ways = ways;
        this.logins = logins;
        this.cookies = cookies;
        this.journal = journal;
    }

    @GetMapping("/login/oidc")
    @Allow(Permission.NONE)
    ResponseEntity<String> begin(HttpServletRequest request) {
        ways.requireProvider();
        var back = ServletUriComponentsBuilder.fromContextPath(request).toUriString() + BACK;
        var started = logins.begin(back);
        return ResponseEntity.status(303)
                .location(started.target())
                .header(
                        HttpHeaders.SET_COOKIE,
                        cookies.underWay(request, started.sealed()).toString())
                .build();
    }

    /** The provider itself says who it is, if it can: another's answer is not taken for its. */
    @GetMapping(BACK)
    @Allow(Permission.NONE)
    ResponseEntity<String> finish(
            HttpServletRequest request,
            @RequestParam(name = "state", defaultValue = "") String state,
            @RequestParam(name = "code", defaultValue = "") String code,
            @RequestParam(name = "iss", defaultValue = "") String issuer) {
        var expected = ways.requireProvider().issuer().toString();
        if (!issuer.isEmpty() && !issuer.equals(expected)) {
            throw OidcProvider.refused("it came from another provider");
        }
        if (code.isEmpty()) {
            throw WebException.loginRefused("The provider let nobody in. Try again, or ask whoever runs it.");
        }
        var person = logins.finish(state, cookies.underWay(request), code);
        var entry =
                journal.begin(new Journal.Change("nobody yet", "session.oidc", person.name(), Gate.address(request)));
        try {
            var account = logins.account(person);
            entry.end("done");
            var in = cookies.letIn(request, account);
            return ResponseEntity.status(in.getStatusCode())
                    .headers(in.getHeaders())
                    .header(HttpHeaders.SET_COOKIE, cookies.over(request).toString())
                    .build();
        } catch (WebException refused) {
            entry.end(refused.code());
            throw refused;
        }
    }
}
