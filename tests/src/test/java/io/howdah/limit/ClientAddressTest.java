// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientAddressTest {
    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    private static String behind(int proxies, String... forwardedFor) {
        return ClientAddress.behindProxies(address("10.0.0.1"), List.of(forwardedFor), proxies)
                .network();
    }

    @Test
    void an_ipv6_network_of_64_bits_is_one_client() {
        assertThat(ClientAddress.of(address("2001:db8:0:7::1")))
                .isEqualTo(ClientAddress.of(address("2001:db8:0:7:ffff::2")))
                .isNotEqualTo(ClientAddress.of(address("2001:db8:0:8::1")));
        assertThat(ClientAddress.of(address("2001:db8:0:7::1")).network()).isEqualTo("2001:db8:0:7:0:0:0:0/64");
        assertThat(ClientAddress.of(address("203.0.113.7")).network()).isEqualTo("203.0.113.7");
        assertThat(ClientAddress.of(address("::ffff:203.0.113.7")).network())
                .as("an IPv4 address in other clothes")
                .isEqualTo("203.0.113.7");
    }

    @Test
    void proxies_are_counted_from_the_right_and_what_a_client_writes_counts_for_nothing() {
        assertThat(behind(0, "198.51.100.1")).isEqualTo("10.0.0.1");
        assertThat(behind(1, "6.6.6.6, 198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(behind(2, "6.6.6.6, 198.51.100.1, 10.0.0.2")).isEqualTo("198.51.100.1");
        assertThat(behind(2, "6.6.6.6", "198.51.100.1", "10.0.0.2"))
                .as("several headers")
                .isEqualTo("198.51.100.1");
        assertThat(behind(3, "198.51.100.1")).as("fewer than there should be").isEqualTo("198.51.100.1");
        assertThat(behind(1)).isEqualTo("10.0.0.1");
    }

    @Test
    void ports_are_left_out_and_what_is_no_address_is_not_looked_up() {
        assertThat(behind(1, "198.51.100.1:4711")).isEqualTo("198.51.100.1");
        assertThat(behind(1, "[2001:db8::1]:4711")).isEqualTo("2001:db8:0:0:0:0:0:0/64");
        for (var nonsense :
                List.of("unknown", "localhost", "abc", "1.2.3", "256.1.1.1", "", "1.2.3.4.5", "a:b", "::g")) {
            assertThat(behind(1, nonsense)).as(nonsense).isEqualTo("10.0.0.1");
        }
        assertThat(behind(2, "unknown, 10.0.0.2")).isEqualTo("10.0.0.2");
        assertThatIllegalArgumentException().isThrownBy(() -> behind(-1));
    }
}
