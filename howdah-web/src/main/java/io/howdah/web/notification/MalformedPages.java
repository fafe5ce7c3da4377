// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Acceptance;
import io.howdah.notification.Notifications;
import io.howdah.notification.Quarantine;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Pages;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What came in and could not be taken in, for people. */
@Controller
final class MalformedPages {
    private static final int ROWS = 50;

    private final Quarantine quarantine;
    private final MalformedReadStore store;
    private final Redaction redaction;
    private final Pages pages;

    MalformedPages(Notifications notifications, MalformedReadStore store, Redaction redaction, Pages pages) {
        this.redaction = redaction;
        this.quarantine = notifications.quarantine();
        this.store = store;
        this.pages = pages;
    }

    @GetMapping("/malformed")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam(required = false) @Nullable String after) {
        return pages.page(
                request,
                "Malformed",
                "malformedlist",
                Map.of("first", after == null, "slice", MalformedApi.list(store, after, ROWS)));
    }

    @GetMapping("/malformed/{id}")
    @Allow(Permission.OPERATE)
    ResponseEntity<String> malformed(HttpServletRequest request, @PathVariable("id") long id) {
        return shown(request, id, redaction);
    }

    @PostMapping("/malformed/{id}")
    @Allow(value = Permission.OPERATE, action = "notification.reveal-malformed")
    ResponseEntity<String> reveal(HttpServletRequest request, @PathVariable("id") long id) {
        return shown(request, id, Redaction.NONE);
    }

    private ResponseEntity<String> shown(HttpServletRequest request, long id, Redaction by) {
        return pages.page(
                request,
                "Malformed " + id,
                "malformed",
                Map.of(
                        "malformed",
                        MalformedApi.require(quarantine, id, by),
                        "revealed",
                        redaction.isOn() && !by.isOn()));
    }

    /** A form has bytes that are no text nowhere to go: what came is submitted as it is then. */
    @PostMapping("/malformed/{id}/resubmit")
    @Allow(value = Permission.OPERATE, action = "notification.resubmit")
    ResponseEntity<String> resubmit(
            HttpServletRequest request,
            @PathVariable("id") long id,
            @RequestParam(name = "text", required = false) @Nullable String text) {
        var corrected = Optional.ofNullable(text)
                .map(redaction::requireWhole)
                .map(words -> words.getBytes(StandardCharsets.UTF_8));
        var by = NotificationsApi.caller(request).name();
        return pages.goTo(
                request,
                switch (MalformedApi.resubmit(quarantine, id, by, corrected)) {
                    case Acceptance.Accepted taken -> "/notifications/" + taken.id();
                    case Acceptance.Repeated taken -> "/notifications/" + taken.id();
                    case Acceptance.Quarantined anew -> "/malformed/" + anew.id();
                });
    }

    @PostMapping("/malformed/{id}/discard")
    @Allow(value = Permission.OPERATE, action = "notification.discard")
    ResponseEntity<String> discard(HttpServletRequest request, @PathVariable("id") long id) {
        MalformedApi.discard(quarantine, id, NotificationsApi.caller(request).name());
        return pages.goTo(request, "/malformed");
    }
}
