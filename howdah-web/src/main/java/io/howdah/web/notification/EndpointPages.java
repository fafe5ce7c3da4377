// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.DeliveryFilter;
import io.howdah.notification.Endpoints;
import io.howdah.notification.Notifications;
import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Given;
import io.howdah.web.api.Redaction;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Endpoints of webhooks, for people. A key is shown in the answer to the form that made it, and nowhere else. */
@Controller
final class EndpointPages {
    private static final int ROWS = 100;
    private static final int LATEST = 10;

    private final Notifications notifications;
    private final Endpoints endpoints;
    private final Redaction redaction;
    private final Pages pages;

    EndpointPages(Notifications notifications, Redaction redaction, Pages pages) {
        this.redaction = redaction;
        this.notifications = notifications;
        this.endpoints = notifications.endpoints();
        this.pages = pages;
    }

    @GetMapping("/endpoints")
    @Allow(Permission.VIEW)
    ResponseEntity<String> list(
            HttpServletRequest request, @RequestParam(name = "after", defaultValue = "") String after) {
        return pages.page(
                request,
                "Endpoints",
                "endpoints",
                Map.of("first", after.isEmpty(), "slice", EndpointsApi.list(endpoints, after, ROWS)));
    }

    @PostMapping("/endpoints")
    @Allow(value = Permission.OPERATE, action = "endpoint.put", about = "name")
    ResponseEntity<String> make(
            HttpServletRequest request, @RequestParam("name") String name, @RequestParam Map<String, String> form) {
        var endpoint = NewEndpoint.of(form).endpoint(name.strip());
        if (endpoints.find(name.strip()).isPresent()) {
            throw WebException.conflict("There is an endpoint " + name.strip() + " already.");
        }
        return shown(request, name.strip(), endpoints.makeOrChange(endpoint).orElse(""));
    }

    @GetMapping("/endpoints/{endpoint}")
    @Allow(Permission.VIEW)
    ResponseEntity<String> endpoint(HttpServletRequest request, @PathVariable("endpoint") String name) {
        return shown(request, name, "");
    }

    @PostMapping("/endpoints/{endpoint}")
    @Allow(value = Permission.OPERATE, action = "endpoint.put")
    ResponseEntity<String> change(
            HttpServletRequest request, @PathVariable("endpoint") String name, @RequestParam Map<String, String> form) {
        EndpointsApi.require(endpoints, name);
        endpoints.makeOrChange(NewEndpoint.of(form).endpoint(name));
        return back(request, name);
    }

    @PostMapping("/endpoints/{endpoint}/rotate")
    @Allow(value = Permission.OPERATE, action = "endpoint.rotate")
    ResponseEntity<String> rotate(
            HttpServletRequest request, @PathVariable("endpoint") String name, @RequestParam Map<String, String> form) {
        var hours = Given.or(Asking.number(form, "hours"), 24);
        return shown(request, name, endpoints.rotate(name, Duration.ofHours(hours)));
    }

    @PostMapping("/endpoints/{endpoint}/disable")
    @Allow(value = Permission.OPERATE, action = "endpoint.disable")
    ResponseEntity<String> disable(
            HttpServletRequest request, @PathVariable("endpoint") String name, @RequestParam Map<String, String> form) {
        EndpointsApi.require(endpoints, name);
        endpoints.disable(name, Given.or(Asking.word(form, "reason"), "disabled by hand"));
        return back(request, name);
    }

    @PostMapping("/endpoints/{endpoint}/enable")
    @Allow(value = Permission.OPERATE, action = "endpoint.enable")
    ResponseEntity<String> enable(HttpServletRequest request, @PathVariable("endpoint") String name) {
        EndpointsApi.require(endpoints, name);
        endpoints.enable(name);
        return back(request, name);
    }

    @PostMapping("/endpoints/{endpoint}/remove")
    @Allow(value = Permission.OPERATE, action = "endpoint.remove")
    ResponseEntity<String> remove(HttpServletRequest request, @PathVariable("endpoint") String name) {
        endpoints.remove(name);
        return pages.goTo(request, "/endpoints");
    }

    private ResponseEntity<String> shown(HttpServletRequest request, String name, String secret) {
        var latest = notifications.deliveries().page(DeliveryFilter.all().endpoint(name), Optional.empty(), LATEST);
        return pages.page(
                request,
                "Endpoint " + name,
                "endpoint",
                Map.of(
                        "endpoint",
                        EndpointsApi.require(endpoints, name),
                        "secret",
                        secret,
                        "latest",
                        latest.deliveries().stream()
                                .map(delivery -> DeliveryRow.of(delivery, redaction))
                                .toList()));
    }

    private ResponseEntity<String> back(HttpServletRequest request, String name) {
        return pages.goTo(request, "/endpoints/" + Words.step(name));
    }
}
