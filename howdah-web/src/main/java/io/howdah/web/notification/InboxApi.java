// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Inbox;
import io.howdah.notification.Notifications;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The caller's own inbox as a resource: nobody reads another's. */
@RestController
final class InboxApi {
    private static final int MOST_MARKED = 1_000;

    private final Notifications notifications;
    private final InboxWatches watches;
    private final Api api;

    InboxApi(Notifications notifications, InboxWatches watches, Api api) {
        this.notifications = notifications;
        this.watches = watches;
        this.api = api;
    }

    @GetMapping("/api/v1/inbox")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer limit,
            HttpServletRequest request) {
        return api.ok(list(inbox(notifications, request), after, Slice.limit(limit)));
    }

    static Slice<InboxRow> list(Inbox inbox, @Nullable String after, int limit) {
        var found = inbox.list(Slice.before(after), limit + 1).stream()
                .map(InboxRow::of)
                .toList();
        return Slice.of(found, limit, row -> Long.parseLong(row.id()));
    }

    @GetMapping("/api/v1/inbox/unread")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> unread(HttpServletRequest request) {
        return api.ok(new Unread(inbox(notifications, request).unread()));
    }

    @PostMapping("/api/v1/inbox/read")
    @Allow(
            value = Permission.VIEW,
            action = "inbox.read",
            about = {"ids", "upTo"})
    ResponseEntity<byte[]> read(HttpServletRequest request) {
        var marks = api.body(request, NewReading.class);
        var inbox = inbox(notifications, request);
        return api.once(request, () -> {
            marks.mark(inbox);
            return new Unread(inbox.unread());
        });
    }

    /** Says how many are unread: now, and whenever that may have changed. */
    @GetMapping("/api/v1/inbox/live")
    @Allow(Permission.VIEW)
    SseEmitter live(HttpServletRequest request) {
        return watches.open(inbox(notifications, request));
    }

    static Inbox inbox(Notifications notifications, HttpServletRequest request) {
        return notifications.inbox(NotificationsApi.caller(request).name());
    }

    /** @param unread no more than 10 000 are counted */
    record Unread(int unread) {}

    /**
     * What the caller has read: those that are named, or one and all before it.
     *
     * @param ids as the list has them
     */
    record NewReading(@Nullable List<Long> ids, @Nullable Long upTo) {
        NewReading {
            if ((ids == null) == (upTo == null) || (ids != null && ids.size() > MOST_MARKED)) {
                throw WebException.invalid("Either ids, up to " + MOST_MARKED + " of them, or upTo.");
            }
        }

        void mark(Inbox inbox) {
            if (upTo != null) {
                inbox.markReadUpTo(upTo);
            } else {
                inbox.markRead(Given.or(ids, List.<Long>of()).stream()
                        .mapToLong(id -> Given.or(id, 0L))
                        .toArray());
            }
        }
    }
}
