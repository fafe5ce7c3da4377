// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a request is from, as far as it can be told apart: an IPv4 address, or an IPv6 network of 64 bits, of which one
 * customer has as many addresses as he wants. Immutable.
 */
public final class ClientAddress {
    private static final int NETWORK_BYTES = 8;
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern WITH_PORT = Pattern.compile("\\[(?<six>[^]]+)](?::\\d+)?|(?<four>[\\d.]+):\\d+");

    private final String network;

    private ClientAddress(String network) {
        this.network = network;
    }

    public static ClientAddress of(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return new ClientAddress(address.getHostAddress());
        }
        var bytes = Arrays.copyOf(Arrays.copyOf(address.getAddress(), NETWORK_BYTES), 2 * NETWORK_BYTES);
        try {
            return new ClientAddress(InetAddress.getByAddress(bytes).getHostAddress() + "/64");
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address of 16 bytes was refused", impossible);
        }
    }

    /**
     * The address that the outermost of our own proxies has seen.
     *
     * <p>Each proxy appends who connected to it, so the header is read from the right: whatever a client has written
     * into it stands further left and counts for nothing. This holds if nobody can reach the application past the
     * proxies. Where the header has fewer entries than there are proxies, or none that is an address, the nearest
     * address to the right counts.
     *
     * @param peer who is connected to us
     * @param forwardedFor the values of {@code X-Forwarded-For}, in order
     * @param trustedProxies how many proxies of our own a request passes; with 0 the header is ignored
     */
    public static ClientAddress behindProxies(InetAddress peer, List<String> forwardedFor, int trustedProxies) {
        if (trustedProxies < 0) {
            throw new IllegalArgumentException("the number of proxies must not be negative: " + trustedProxies);
        }
        var hops = forwardedFor.stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(String::strip)
                .toList();
        var seen = peer;
        for (int hop = 1; hop <= Math.min(trustedProxies, hops.size()); hop++) {
            var address = parse(hops.get(hops.size() - hop));
            if (address.isEmpty()) {
                break;
            }
            seen = address.get();
        }
        return of(seen);
    }

    /** Never asks a name server: what is not an address by itself is none. */
    private static Optional<InetAddress> parse(String hop) {
        var withPort = WITH_PORT.matcher(hop);
        var literal = hop;
        if (withPort.matches()) {
            literal = withPort.group("six") == null ? withPort.group("four") : withPort.group("six");
        }
        if (literal.indexOf(':') < 0 && !IPV4.matcher(literal).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(literal));
        } catch (UnknownHostException notAnAddress) {
            return Optional.empty();
        }
    }

    /** As text, such as a key of a {@link RateLimit}: {@code 203.0.113.7} or {@code 2001:db8:0:7:0:0:0:0/64}. */
    public String network() {
        return network;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClientAddress that && network.equals(that.network);
    }

    @Override
    public int hashCode() {
        return network.hashCode();
    }

    @Override
    public String toString() {
        return network;
    }
}
