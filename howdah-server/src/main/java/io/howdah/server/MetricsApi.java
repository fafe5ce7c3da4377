// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Gate;
import io.howdah.web.access.Permission;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/**
 * The figures of this replica, for Prometheus. They tell names of queues and how the installation fares, so they are
 * not for everybody; but whoever watches it must not need the database to be let in.
 */
@RestController
final class MetricsApi {
    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");

    private final Replica replica;
    private final Web.Trust trust;

    MetricsApi(Replica replica, Web.Trust trust) {
        this.replica = replica;
        this.trust = trust;
    }

    @RequestMapping(
            path = "/metrics",
            method = {RequestMethod.GET, RequestMethod.HEAD})
    @Allow(Permission.NONE)
    ResponseEntity<String> metrics(HttpServletRequest request) {
        var access = replica.metricsAccess();
        if (!access.isOn()) {
            throw WebException.notFound("This replica tells no figures: " + MetricsAccess.METRICS + " is off.");
        }
        if (isFromElsewhere(request) || !access.admits(Gate.address(request))) {
            requireKey(request);
        }
        return ResponseEntity.ok().contentType(TEXT).body(replica.metrics().text());
    }

    /** What a proxy on this machine passes on does not come from this machine. */
    private boolean isFromElsewhere(HttpServletRequest request) {
        return trust == Web.Trust.NOBODY
                && Stream.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
                        .anyMatch(header -> request.getHeader(header) != null);
    }

    /** Nobody is sent to the login: what reads figures would take its page for them. */
    private static void requireKey(HttpServletRequest request) {
        var caller = Gate.caller(request).orElseThrow(() -> WebException.unauthenticated(Optional.empty()));
        if (!caller.may(Permission.VIEW)) {
            throw WebException.forbidden(caller.name(), Permission.VIEW.name());
        }
    }
}
