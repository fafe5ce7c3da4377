// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses may be called: those of the public internet, and networks that were allowed by name. Of IPv6 only
 * what is assigned to the public is public, so that forms that carry an IPv4 address in them (mapped, compatible,
 * NAT64, 6to4, Teredo) are not a way around. Immutable and thread-safe.
 */
public final class AddressGuard {
    private static final List<NetworkRange> NOT_PUBLIC = ranges(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20");

    private static final NetworkRange PUBLIC_IPV6 = NetworkRange.parse("2000::/3");

    private final List<NetworkRange> allowed;

    public AddressGuard(List<NetworkRange> allowed) {
        this.allowed = List.copyOf(allowed);
    }

    private static List<NetworkRange> ranges(String... texts) {
        return Stream.of(texts).map(NetworkRange::parse).toList();
    }

    public boolean permits(InetAddress address) {
        return isAllowed(address) || isPublic(address);
    }

    /** It was allowed by name: then the call need not be encrypted either. */
    public boolean isAllowed(InetAddress address) {
        return allowed.stream().anyMatch(range -> range.contains(address));
    }

    private static boolean isPublic(InetAddress address) {
        return (address instanceof Inet4Address || PUBLIC_IPV6.contains(address))
                && NOT_PUBLIC.stream().noneMatch(range -> range.contains(address));
    }

    /** Those of a host's addresses that may be called. */
    List<InetAddress> permitted(String host, InetAddress[] addresses, boolean encrypted)
            throws ForbiddenAddressException {
        var permitted = Arrays.stream(addresses)
                .filter(address -> encrypted ? permits(address) : isAllowed(address))
                .toList();
        if (permitted.isEmpty()) {
            throw new ForbiddenAddressException(host + " has no address that may be called"
                    + (encrypted ? "" : " without encryption") + ": " + Arrays.toString(addresses));
        }
        return permitted;
    }
}
