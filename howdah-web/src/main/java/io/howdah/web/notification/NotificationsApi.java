// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Delivery;
import io.howdah.notification.DeliveryFilter;
import io.howdah.notification.Notification;
import io.howdah.notification.NotificationFilter;
import io.howdah.notification.NotificationId;
import io.howdah.notification.Notifications;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import io.howdah.web.api.Trees;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Notifications as a resource: taken in, listed, looked at. */
@RestController
final class NotificationsApi {
    private static final int MOST_ROUTES = 500;

    private final Notifications notifications;
    private final Redaction redaction;
    private final Api api;

    NotificationsApi(Notifications notifications, Redaction redaction, Api api) {
        this.notifications = notifications;
        this.redaction = redaction;
        this.api = api;
    }

    @PostMapping(path = "/api/v1/notifications", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(
            value = Permission.PRODUCE,
            action = "notification.send",
            about = {"producer", "key", "type"})
    ResponseEntity<byte[]> accept(HttpServletRequest request) {
        var intent = api.body(request, NewNotification.class).intent(caller(request));
        return api.created(request, () -> {
            var taken = Submission.of(notifications.notify(intent));
            return new Api.Created("notifications/" + taken.id().orElseThrow(), taken);
        });
    }

    /** Whatever it is: what cannot be taken in is put aside, so that what comes behind it goes on. */
    @PostMapping(
            path = "/api/v1/notifications/submissions",
            consumes = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_OCTET_STREAM_VALUE})
    @Allow(value = Permission.PRODUCE, action = "notification.submit", about = "producer")
    ResponseEntity<byte[]> submit(
            @RequestParam(name = "producer", required = false) @Nullable String producer, HttpServletRequest request) {
        var from = NewNotification.producerOf(producer, caller(request));
        return api.once(request, () -> Submission.of(notifications.submit(from, api.bytes(request))));
    }

    @GetMapping("/api/v1/notifications")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam Map<String, String> parameters, @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(list(notifications, parameters, Slice.limit(limit)));
    }

    static Slice<NotificationRow> list(Notifications notifications, Map<String, String> parameters, int limit) {
        var filter = NotificationFilter.all();
        filter = Given.with(filter, Asking.word(parameters, "producer"), NotificationFilter::producer);
        filter = Given.with(filter, Asking.word(parameters, "key"), NotificationFilter::key);
        filter = Given.with(filter, Asking.word(parameters, "type"), NotificationFilter::type);
        filter = Given.with(filter, Asking.word(parameters, "correlation"), NotificationFilter::correlation);
        filter = Given.with(filter, Asking.time(parameters, "from"), NotificationFilter::from);
        filter = Given.with(filter, Asking.time(parameters, "until"), NotificationFilter::to);
        var page = notifications.list(filter.before(new NotificationId(Slice.before(parameters.get("after")))), limit);
        return new Slice<>(
                page.notifications().stream().map(NotificationRow::of).toList(),
                page.next().map(NotificationId::toString));
    }

    @GetMapping("/api/v1/notifications/{id}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("id") long id, HttpServletRequest request) {
        return api.ok(found(notifications, id, caller(request), redaction));
    }

    static NotificationFound found(Notifications notifications, long id, Caller caller, Redaction by) {
        var notification = require(notifications, id);
        var deliveries =
                notifications.deliveries().list(DeliveryFilter.all().notification(notification.id()), MOST_ROUTES);
        var attempts = notifications.deliveries().attempts(notification.id());
        return new NotificationFound(
                NotificationRow.of(notification),
                deliveries.stream()
                        .sorted(Comparator.comparing(Delivery::channel).thenComparing(Delivery::address))
                        .map(one -> new DeliveryFound(
                                DeliveryRow.of(one, by),
                                attempts.getOrDefault(one.id(), List.of()).stream()
                                        .map(attempt -> DeliveryTry.of(attempt, caller, by))
                                        .toList()))
                        .toList());
    }

    @GetMapping("/api/v1/notifications/{id}/content")
    @Allow(Permission.OPERATE)
    ResponseEntity<byte[]> content(@PathVariable("id") long id) {
        return api.ok(words(notifications, id, redaction));
    }

    @PostMapping("/api/v1/notifications/{id}/content/reveal")
    @Allow(value = Permission.OPERATE, action = "notification.reveal")
    ResponseEntity<byte[]> reveal(@PathVariable("id") long id) {
        return api.ok(words(notifications, id, Redaction.NONE));
    }

    static NotificationWords words(Notifications notifications, long id, Redaction by) {
        var content = notifications
                .content(new NotificationId(id))
                .orElseThrow(() -> WebException.notFound("There is no notification " + id + "."));
        return new NotificationWords(
                content.subject().map(by::text),
                content.text().map(by::text),
                content.html().map(by::text),
                content.data().map(Trees::stored).map(by::json));
    }

    static Notification require(Notifications notifications, long id) {
        return notifications
                .find(new NotificationId(id))
                .orElseThrow(() ->
                        WebException.notFound("There is no notification " + id + ", or it is not kept any more."));
    }

    static Caller caller(HttpServletRequest request) {
        return Gate.caller(request).orElseThrow(() -> WebException.unauthenticated(Optional.empty()));
    }

    /** @param deliveries the first 500 of them */
    record NotificationFound(NotificationRow notification, List<DeliveryFound> deliveries) {}
}
