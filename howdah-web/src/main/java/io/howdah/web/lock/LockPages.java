// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.lock;

import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Who holds what, for people. */
@Controller
final class LockPages {
    private static final int SHOWN = 200;

    private final Locks locks;
    private final Pages pages;

    LockPages(Locks locks, Pages pages) {
        this.locks = locks;
        this.pages = pages;
    }

    @GetMapping("/locks")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request) {
        var holders = locks.listHolders(SHOWN).stream().map(HolderRow::of).toList();
        return pages.page(request, "Locks", "locks", Map.of("holders", holders, "usage", locks.usage()));
    }

    @PostMapping("/locks/force")
    @Allow(
            value = Permission.OPERATE,
            action = "lock.force",
            about = {"namespace", "name"})
    ResponseEntity<String> force(
            HttpServletRequest request,
            @RequestParam("namespace") String namespace,
            @RequestParam("name") String name,
            @RequestParam("reason") String reason) {
        var actor = Gate.caller(request).map(Caller::name).orElse("nobody");
        locks.forceRelease(LockName.of(namespace, name), actor, reason);
        return pages.goTo(request, "/locks");
    }
}
