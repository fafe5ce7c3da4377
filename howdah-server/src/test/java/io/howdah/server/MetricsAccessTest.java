// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsAccessTest {
    @Test
    void without_a_word_about_it_this_machine_alone_is_let_in() {
        var access = MetricsAccess.from(Map.of());

        assertThat(access.isOn()).isTrue();
        assertThat(access.admits("127.0.0.1")).isTrue();
        assertThat(access.admits("0:0:0:0:0:0:0:1")).isTrue();
        assertThat(access.admits("10.0.0.1")).isFalse();
        assertThat(access.admits("localhost")).isFalse();
        assertThat(access.admits("unknown")).isFalse();
    }

    @Test
    void networks_are_let_in_and_then_this_machine_only_if_it_is_named_too() {
        var networks = MetricsAccess.from(Map.of("HOWDAH_METRICS", "10.1.0.0/16, fd00::/8"));
        var both = MetricsAccess.from(Map.of("HOWDAH_METRICS", "10.1.0.0/16,loopback"));

        assertThat(networks.admits("10.1.2.3")).isTrue();
        assertThat(networks.admits("fd00:0:0:0:0:0:0:7")).isTrue();
        assertThat(networks.admits("10.2.0.1")).isFalse();
        assertThat(networks.admits("127.0.0.1")).isFalse();
        assertThat(both.admits("127.0.0.1")).isTrue();
    }

    @Test
    void off_lets_nobody_in() {
        assertThat(MetricsAccess.of("off").isOn()).isFalse();
        assertThat(MetricsAccess.of("off").admits("127.0.0.1")).isFalse();
    }

    @Test
    void what_is_not_a_network_is_refused_with_what_can_be_written() {
        assertThatThrownBy(() -> MetricsAccess.from(Map.of("HOWDAH_METRICS", "everybody")))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("HOWDAH_METRICS is off, loopback, or networks such as 10.0.0.0/8,fd00::/8: ");
    }
}
