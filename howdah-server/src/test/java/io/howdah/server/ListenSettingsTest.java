// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0:7070, 0.0.0.0, localhost",
        "[::]:7070, ::, localhost",
        "[::1]:7070, ::1, [::1]",
        "10.1.2.3:7070, 10.1.2.3, 10.1.2.3",
        "howdah.example.com:7070, howdah.example.com, howdah.example.com"
    })
    void a_link_leads_to_where_it_can_be_reached(String listen, String bind, String host) {
        var settings = ListenSettings.from(Map.of("HOWDAH_LISTEN", listen));

        assertThat(settings.bind()).isEqualTo(bind);
        assertThat(settings.port()).isEqualTo(7070);
        assertThat(settings.host()).isEqualTo(host);
    }

    @Test
    void what_is_wrong_is_wrong_for_good() {
        for (var wrong : new String[] {"7070", "localhost", "localhost:99999"}) {
            assertThatThrownBy(() -> ListenSettings.from(Map.of("HOWDAH_LISTEN", wrong)))
                    .isInstanceOf(CommandException.class)
                    .extracting(refused -> ((CommandException) refused).exitCode())
                    .isEqualTo(2);
        }
    }
}
