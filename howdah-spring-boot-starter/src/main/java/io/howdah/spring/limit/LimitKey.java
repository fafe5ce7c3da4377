// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import io.howdah.limit.ClientAddress;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Optional;

/** Who a request is counted for. Thread-safe. */
@FunctionalInterface
public interface LimitKey {
    /** Empty for a request that is not counted at all. What is longer than a key may be is counted by its hash. */
    Optional<String> of(HttpServletRequest request);

    /**
     * The address that the request is from, by IPv4 address or IPv6 network of 64 bits.
     *
     * @param trustedProxies how many proxies of our own a request passes, each of which appends to
     *     {@code X-Forwarded-For} who connected to it; with 0 that header is ignored
     */
    static LimitKey address(int trustedProxies) {
        if (trustedProxies < 0) {
            throw new IllegalArgumentException("the number of proxies must not be negative: " + trustedProxies);
        }
        return request -> Optional.of(from(request, trustedProxies).network());
    }

    /** Who is logged in, whatever address he comes from; those who are not, by their address. */
    static LimitKey principal(int trustedProxies) {
        var otherwise = address(trustedProxies);
        return request -> {
            var principal = request.getUserPrincipal();
            return principal == null ? otherwise.of(request) : Optional.of("principal:" + principal.getName());
        };
    }

    /** All requests together. */
    static LimitKey everybody() {
        return request -> Optional.of("everybody");
    }

    /**
     * Whoever is connected to us counts as one more entry on the right: that way it is read as those are, and never
     * looked up as a name.
     */
    private static ClientAddress from(HttpServletRequest request, int trustedProxies) {
        var hops = new ArrayList<String>();
        if (trustedProxies > 0) {
            hops.addAll(Collections.list(request.getHeaders("X-Forwarded-For")));
        }
        var peer = request.getRemoteAddr();
        var zone = peer.indexOf('%');
        hops.add(zone < 0 ? peer : peer.substring(0, zone));
        return ClientAddress.behindProxies(InetAddress.getLoopbackAddress(), hops, trustedProxies + 1);
    }
}
