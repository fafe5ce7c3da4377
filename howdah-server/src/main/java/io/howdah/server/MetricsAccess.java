// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.internal.net.NetworkRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Who reads a replica's figures without a key: nobody, programs on the same machine, or those in networks that were
 * named. Immutable.
 */
final class MetricsAccess {
    static final String METRICS = "HOWDAH_METRICS";

    private static final String OFF = "off";
    private static final String LOOPBACK = "loopback";
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    static final MetricsAccess STANDARD = of(LOOPBACK);

    private final String written;
    private final boolean loopback;
    private final List<NetworkRange> networks;

    private MetricsAccess(String written, boolean loopback, List<NetworkRange> networks) {
        this.written = written;
        this.loopback = loopback;
        this.networks = networks;
    }

    /** That of the environment. */
    static MetricsAccess from(Map<String, String> environment) {
        return of(environment.getOrDefault(METRICS, LOOPBACK).strip());
    }

    static MetricsAccess of(String written) {
        if (written.equals(OFF)) {
            return new MetricsAccess(written, false, List.of());
        }
        var words = Stream.of(written.split(",")).map(String::strip).toList();
        try {
            var networks = words.stream()
                    .filter(word -> !word.equals(LOOPBACK))
                    .map(NetworkRange::parse)
                    .toList();
            return new MetricsAccess(written, words.contains(LOOPBACK), networks);
        } catch (IllegalArgumentException refused) {
            throw CommandException.wrongSetting(
                    METRICS + " is off, loopback, or networks such as 10.0.0.0/8,fd00::/8: " + refused.getMessage(),
                    refused);
        }
    }

    /** Whether there is anything to be read at all. */
    boolean isOn() {
        return !written.equals(OFF);
    }

    boolean admits(String address) {
        return literal(address)
                .filter(from -> (loopback && from.isLoopbackAddress())
                        || networks.stream().anyMatch(network -> network.contains(from)))
                .isPresent();
    }

    /** Digits only: a name would have to be looked up. */
    private static Optional<InetAddress> literal(String address) {
        if (address.indexOf(':') < 0 && !IPV4.matcher(address).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(address));
        } catch (UnknownHostException notAnAddress) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return written;
    }
}
