// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.Payload;
import io.howdah.notification.DeliveryId;
import io.howdah.notification.Notifications;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Content;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Pages;
import io.howdah.web.job.JobPayload;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Notifications, for people. */
@Controller
final class NotificationPages {
    private static final int ROWS = 50;

    private final Notifications notifications;
    private final Redaction redaction;
    private final Pages pages;

    NotificationPages(Notifications notifications, Redaction redaction, Pages pages) {
        this.notifications = notifications;
        this.redaction = redaction;
        this.pages = pages;
    }

    @GetMapping("/notifications")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(HttpServletRequest request, @RequestParam Map<String, String> parameters) {
        return pages.page(
                request,
                "Notifications",
                "notifications",
                Map.of(
                        "type", parameters.getOrDefault("type", ""),
                        "producer", parameters.getOrDefault("producer", ""),
                        "key", parameters.getOrDefault("key", ""),
                        "correlation", parameters.getOrDefault("correlation", ""),
                        "first", parameters.getOrDefault("after", "").isEmpty(),
                        "slice", NotificationsApi.list(notifications, parameters, ROWS)));
    }

    @GetMapping("/notifications/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> notification(HttpServletRequest request, @PathVariable("id") long id) {
        var found = NotificationsApi.found(notifications, id, NotificationsApi.caller(request), redaction);
        return pages.page(
                request,
                found.notification().type(),
                "notification",
                Map.of(
                        "notification",
                        found.notification(),
                        "deliveries",
                        found.deliveries().stream().map(DeliveryFound::delivery).toList(),
                        "steps",
                        NotificationStep.of(found.deliveries())));
    }

    @GetMapping("/notifications/{id}/content")
    @Allow(Permission.OPERATE)
    ResponseEntity<String> content(HttpServletRequest request, @PathVariable("id") long id) {
        return content(request, id, redaction);
    }

    @PostMapping("/notifications/{id}/content")
    @Allow(value = Permission.OPERATE, action = "notification.reveal")
    ResponseEntity<String> reveal(HttpServletRequest request, @PathVariable("id") long id) {
        return content(request, id, Redaction.NONE);
    }

    private ResponseEntity<String> content(HttpServletRequest request, long id, Redaction by) {
        var notification = NotificationRow.of(NotificationsApi.require(notifications, id));
        var content = NotificationsApi.words(notifications, id, by);
        var data = content.data()
                .map(json -> new JobPayload(Payload.JSON, Content.payload(json).bytes()).shown())
                .orElse("");
        return pages.page(
                request,
                "What " + notification.type() + " says",
                "notificationcontent",
                Map.of(
                        "notification",
                        notification,
                        "content",
                        content,
                        "data",
                        data,
                        "masked",
                        !content.equals(NotificationsApi.words(notifications, id, Redaction.NONE)),
                        "revealed",
                        redaction.isOn() && !by.isOn()));
    }

    @PostMapping("/notifications/{id}/redeliver")
    @Allow(value = Permission.OPERATE, action = "delivery.redeliver")
    ResponseEntity<String> redeliver(
            HttpServletRequest request, @PathVariable("id") long id, @RequestParam("delivery") String delivery) {
        notifications.deliveries().redeliver(DeliveryId.parse(delivery));
        return pages.goTo(request, "/notifications/" + id);
    }
}
