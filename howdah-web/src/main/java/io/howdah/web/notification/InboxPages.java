// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Notifications;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What the person who looks has been told. */
@Controller
final class InboxPages {
    private static final int ROWS = 50;

    private final Notifications notifications;
    private final Pages pages;

    InboxPages(Notifications notifications, Pages pages) {
        this.notifications = notifications;
        this.pages = pages;
    }

    @GetMapping("/inbox")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam(required = false) @Nullable String after) {
        var inbox = InboxApi.inbox(notifications, request);
        return pages.page(
                request,
                "Inbox",
                "inbox",
                Map.of(
                        "unread", inbox.unread(),
                        "first", after == null || after.isEmpty(),
                        "slice", InboxApi.list(inbox, after, ROWS)));
    }

    /** One, or with all before it: what has come since the page was shown stays unread. */
    @PostMapping("/inbox/read")
    @Allow(
            value = Permission.VIEW,
            action = "inbox.read",
            about = {"id", "upTo"})
    ResponseEntity<String> read(
            HttpServletRequest request,
            @RequestParam(required = false) @Nullable Long id,
            @RequestParam(required = false) @Nullable Long upTo) {
        var inbox = InboxApi.inbox(notifications, request);
        if (id != null) {
            inbox.markRead(id);
        }
        if (upTo != null) {
            inbox.markReadUpTo(upTo);
        }
        return pages.goTo(request, "/inbox");
    }

    /** What stands behind the name of the section: nothing when there is nothing to read. */
    @GetMapping("/inbox/badge")
    @Allow(Permission.VIEW)
    ResponseEntity<String> badge(HttpServletRequest request) {
        var unread = InboxApi.inbox(notifications, request).unread();
        return ResponseEntity.ok()
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .body(unread == 0 ? "" : Words.count(unread) + "<span class=\"unseen\"> unread</span>");
    }
}
