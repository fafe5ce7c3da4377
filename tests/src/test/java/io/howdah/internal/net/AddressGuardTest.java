// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
    private static final AddressGuard GUARD = new AddressGuard(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.255.255.254",
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "192.0.0.8",
                "192.0.2.1",
                "198.18.0.1",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                // Other ways to write 127.0.0.1 that resolvers read.
                "2130706433",
                "127.1",
                "::ffff:127.0.0.1",
                "::ffff:7f00:1",
                "::127.0.0.1",
                // Loopback, unspecified, link-local, site-local, unique local, multicast, documentation, discard.
                "::1",
                "::",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "fc00::1",
                "fdff::1",
                "ff02::1",
                "2001:db8::1",
                "3fff::1",
                "100::1",
                // Translated forms of 127.0.0.1 and 10.0.0.1: NAT64, local NAT64, 6to4, Teredo, ISATAP-like.
                "64:ff9b::7f00:1",
                "64:ff9b::127.0.0.1",
                "64:ff9b:1::a00:1",
                "2002:7f00:1::1",
                "2002:a00:1::",
                "2001::1",
                "2001:0:7f00:1::",
                "5f00::1"
            })
    void what_is_not_public_is_not_called(String address) throws Exception {
        assertThat(GUARD.permits(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "172.15.255.255",
                "172.32.0.1",
                "192.169.0.1",
                "100.63.0.1",
                "100.128.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "2a00:1450:4001::200e",
                "2001:4860:4860::8888"
            })
    void what_is_public_is(String address) throws Exception {
        assertThat(GUARD.permits(InetAddress.getByName(address))).isTrue();
    }

    @Test
    void a_mapped_address_that_was_kept_as_sixteen_bytes_is_not_public_either() throws Exception {
        var mapped = new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, 8, 8, 8, 8};

        assertThat(GUARD.permits(Inet6Address.getByAddress(null, mapped, -1))).isFalse();
    }

    @Test
    void an_allowed_network_may_be_called_and_its_neighbours_not() throws Exception {
        var guard = new AddressGuard(List.of(NetworkRange.parse("10.1.0.0/17"), NetworkRange.parse("fd00:1::/32")));

        assertThat(guard.permits(InetAddress.getByName("10.1.127.255"))).isTrue();
        assertThat(guard.permits(InetAddress.getByName("10.1.128.0"))).isFalse();
        assertThat(guard.permits(InetAddress.getByName("fd00:1::5"))).isTrue();
        assertThat(guard.permits(InetAddress.getByName("fd00:2::5"))).isFalse();
    }

    @Test
    void only_allowed_networks_are_called_without_encryption() throws Exception {
        var guard = new AddressGuard(List.of(NetworkRange.parse("10.0.0.0/8")));
        var addresses = new InetAddress[] {InetAddress.getByName("8.8.8.8"), InetAddress.getByName("10.0.0.1")};

        assertThat(guard.permitted("x", addresses, false)).containsExactly(addresses[1]);
        assertThat(guard.permitted("x", addresses, true)).containsExactly(addresses);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0", "10.0.0.0/33", "10.0/8", "example.com/8", "::1/129", "", "10.0.0.256/8"})
    void a_network_that_is_none_is_refused(String network) {
        assertThatThrownBy(() -> NetworkRange.parse(network)).isInstanceOf(IllegalArgumentException.class);
    }
}
