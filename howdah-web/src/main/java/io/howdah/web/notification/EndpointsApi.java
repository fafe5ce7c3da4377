// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.Endpoints;
import io.howdah.notification.Notifications;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Api;
import io.howdah.web.api.Given;
import io.howdah.web.api.Slice;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints of webhooks as a resource. A key is told to whoever makes or changes it, and never again. */
@RestController
final class EndpointsApi {
    private static final Duration USUAL_OVERLAP = Duration.ofDays(1);

    private final Endpoints endpoints;
    private final Api api;

    EndpointsApi(Notifications notifications, Api api) {
        this.endpoints = notifications.endpoints();
        this.api = api;
    }

    @GetMapping("/api/v1/notifications/endpoints")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> list(
            @RequestParam(name = "after", defaultValue = "") String after,
            @RequestParam(required = false) @Nullable Integer limit) {
        return api.ok(list(endpoints, after, Slice.limit(limit)));
    }

    static Slice<EndpointRow> list(Endpoints endpoints, String after, int limit) {
        var found =
                endpoints.list(after, limit + 1).stream().map(EndpointRow::of).toList();
        return ByName.slice(found, limit, EndpointRow::name);
    }

    @GetMapping("/api/v1/notifications/endpoints/{endpoint}")
    @Allow(Permission.VIEW)
    ResponseEntity<byte[]> find(@PathVariable("endpoint") String name) {
        return api.ok(require(endpoints, name));
    }

    @PutMapping(path = "/api/v1/notifications/endpoints/{endpoint}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Allow(value = Permission.OPERATE, action = "endpoint.put")
    ResponseEntity<byte[]> put(@PathVariable("endpoint") String name, HttpServletRequest request) {
        var endpoint = api.body(request, NewEndpoint.class).endpoint(name);
        return api.once(request, () -> {
            var secret = endpoints.makeOrChange(endpoint);
            return new EndpointSet(require(endpoints, name), secret);
        });
    }

    @DeleteMapping("/api/v1/notifications/endpoints/{endpoint}")
    @Allow(value = Permission.OPERATE, action = "endpoint.remove")
    ResponseEntity<byte[]> remove(@PathVariable("endpoint") String name, HttpServletRequest request) {
        return api.once(request, () -> new EndpointChanged(endpoints.remove(name)));
    }

    @PostMapping("/api/v1/notifications/endpoints/{endpoint}/rotate")
    @Allow(value = Permission.OPERATE, action = "endpoint.rotate")
    ResponseEntity<byte[]> rotate(@PathVariable("endpoint") String name, HttpServletRequest request) {
        var asked = api.bodyIfAny(request, NewKey.class);
        var overlap = Given.or(asked.overlap, USUAL_OVERLAP);
        return api.once(request, () -> {
            var secret = asked.secret == null
                    ? endpoints.rotate(name, overlap)
                    : endpoints.rotate(name, asked.secret, overlap);
            return new EndpointSet(require(endpoints, name), Optional.of(secret));
        });
    }

    @PostMapping("/api/v1/notifications/endpoints/{endpoint}/disable")
    @Allow(value = Permission.OPERATE, action = "endpoint.disable")
    ResponseEntity<byte[]> disable(@PathVariable("endpoint") String name, HttpServletRequest request) {
        var why = Given.or(api.bodyIfAny(request, NewDisabling.class).reason(), "disabled by hand");
        require(endpoints, name);
        return api.once(request, () -> new EndpointChanged(endpoints.disable(name, why)));
    }

    @PostMapping("/api/v1/notifications/endpoints/{endpoint}/enable")
    @Allow(value = Permission.OPERATE, action = "endpoint.enable")
    ResponseEntity<byte[]> enable(@PathVariable("endpoint") String name, HttpServletRequest request) {
        require(endpoints, name);
        return api.once(request, () -> new EndpointChanged(endpoints.enable(name)));
    }

    static EndpointRow require(Endpoints endpoints, String name) {
        return endpoints
                .find(name)
                .map(EndpointRow::of)
                .orElseThrow(() -> WebException.notFound("There is no endpoint " + name + "."));
    }

    /** @param secret the key that signs, when it is new */
    record EndpointSet(EndpointRow endpoint, Optional<String> secret) {}

    /** @param changed whether it had been otherwise */
    record EndpointChanged(boolean changed) {}

    /**
     * @param overlap how long the key before signs too; a day, if nothing is said
     * @param secret if it comes from elsewhere
     */
    record NewKey(@Nullable Duration overlap, @Nullable String secret) {}

    record NewDisabling(@Nullable String reason) {}
}
