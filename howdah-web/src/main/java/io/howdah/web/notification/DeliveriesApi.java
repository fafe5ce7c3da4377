// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Deliveries;
import io.howdah.notification.Delivery;
import io.howdah.notification.DeliveryId;
import io.howdah.notification.DeliveryPage;
import io.howdah.notification.Notifications;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Redaction;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Deliveries as a resource, dead letters among them: one with its attempts, many by what they have in common. */
@RestController
final class DeliveriesApi {
    private final Deliveries deliveries;
    private final Redaction redaction;
    private final Api api;

    DeliveriesApi(Notifications notifications, Redaction redaction, Api api) {
        this.deliveries = notifications.deliveries();
        this.redaction = redaction;
        this.api = api;
    }

    @GetMapping("/api/v1/notifications/deliveries")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam Map<String, String> parameters, @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(list(deliveries, parameters, Slice.limit(limit), redaction));
    }

    static Slice<DeliveryRow> list(Deliveries deliveries, Map<String, String> parameters, int limit, Redaction by) {
        var before = Slice.before(parameters.get("after"));
        Optional<DeliveryPage.Place> after =
                before == Long.MAX_VALUE ? Optional.empty() : Optional.of(new DeliveryPage.Place(before));
        var page = deliveries.page(NewRedelivery.of(parameters).filter(), after, limit);
        return new Slice<>(
                page.deliveries().stream()
                        .map(delivery -> DeliveryRow.of(delivery, by))
                        .toList(),
                page.next().map(place -> Long.toString(place.number())));
    }

    @GetMapping("/api/v1/notifications/deliveries/{delivery}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("delivery") String id, HttpServletRequest request) {
        return shown(id, request, redaction);
    }

    @PostMapping("/api/v1/notifications/deliveries/{delivery}/reveal")
    @Allow(value = Permission.OPERATE, action = "delivery.reveal")
    ResponseEntity<byte[]> reveal(@PathVariable("delivery") String id, HttpServletRequest request) {
        return shown(id, request, Redaction.NONE);
    }

    private ResponseEntity<byte[]> shown(String id, HttpServletRequest request, Redaction by) {
        var caller = NotificationsApi.caller(request);
        var found = require(deliveries, DeliveryId.parse(id));
        return api.ok(new DeliveryFound(
                DeliveryRow.of(found, by),
                deliveries.attempts(found.id()).stream()
                        .map(attempt -> DeliveryTry.of(attempt, caller, by))
                        .toList()));
    }

    @PostMapping("/api/v1/notifications/deliveries/{delivery}/redeliver")
    @Allow(value = Permission.OPERATE, action = "delivery.redeliver")
    ResponseEntity<byte[]> redeliver(@PathVariable("delivery") String id, HttpServletRequest request) {
        var delivery = DeliveryId.parse(id);
        return api.once(request, () -> {
            deliveries.redeliver(delivery);
            return new Redelivered(false, 1);
        });
    }

    /** Dead letters by what they died of. */
    @GetMapping("/api/v1/notifications/causes")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> causes() {
        return api.ok(new Slice<>(causes(deliveries, redaction), Optional.empty()));
    }

    static List<CauseRow> causes(Deliveries deliveries, Redaction by) {
        return deliveries.causes().stream().map(cause -> CauseRow.of(cause, by)).toList();
    }

    @PostMapping("/api/v1/notifications/redeliver")
    @Allow(value = Permission.OPERATE, action = "delivery.redeliver-all", about = Allow.ALL)
    ResponseEntity<byte[]> redeliverAll(HttpServletRequest request) {
        var selection = api.bodyIfAny(request, NewRedelivery.class);
        return api.once(
                request,
                () -> new Redelivered(
                        selection.isDryRun(),
                        selection.isDryRun()
                                ? deliveries.countRedeliverable(selection.filter(), selection.how())
                                : deliveries.redeliverAll(selection.filter(), selection.how(), so -> {})));
    }

    @PostMapping("/api/v1/notifications/discard")
    @Allow(value = Permission.OPERATE, action = "delivery.discard-all", about = Allow.ALL)
    ResponseEntity<byte[]> discardAll(HttpServletRequest request) {
        var selection = api.bodyIfAny(request, NewRedelivery.class);
        return api.once(
                request,
                () -> new Redelivered(
                        selection.isDryRun(),
                        selection.isDryRun()
                                ? deliveries.countDead(selection.filter())
                                : deliveries.discardAll(selection.filter(), so -> {})));
    }

    static Delivery require(Deliveries deliveries, DeliveryId id) {
        return deliveries
                .find(id)
                .orElseThrow(
                        () -> WebException.notFound("There is no delivery " + id + ", or it is not kept any more."));
    }

    /** @param dryRun nothing was changed; so many would be */
    record Redelivered(boolean dryRun, long count) {}
}
