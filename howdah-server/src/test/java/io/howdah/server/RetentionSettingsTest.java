// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.approval.Approvals;
import io.howdah.notification.NotificationRetention;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetentionSettingsTest {
    @Test
    void without_a_word_things_are_kept_as_the_library_keeps_them() {
        assertThat(RetentionSettings.from(Map.of()))
                .isEqualTo(new RetentionSettings(NotificationRetention.DEFAULT, Approvals.KEPT));
    }

    @Test
    void what_is_shown_as_standard_is_what_holds() {
        for (var variable : Variables.ALL) {
            if (variable.name().startsWith("HOWDAH_KEEP_")) {
                assertThat(RetentionSettings.from(Map.of(variable.name(), variable.standard())))
                        .as(variable.name())
                        .isEqualTo(RetentionSettings.from(Map.of()));
            }
        }
    }

    @Test
    void each_has_a_time_of_its_own() {
        var settings = RetentionSettings.from(Map.of(
                "HOWDAH_KEEP_NOTIFICATIONS", "P1D",
                "HOWDAH_KEEP_DEAD_LETTERS", "P2D",
                "HOWDAH_KEEP_ATTEMPTS", "P3D",
                "HOWDAH_KEEP_MALFORMED", "P4D",
                "HOWDAH_KEEP_INBOX", "P5D",
                "HOWDAH_KEEP_APPROVALS", "PT36H"));

        assertThat(settings.notifications())
                .isEqualTo(new NotificationRetention(
                        Duration.ofDays(1),
                        Duration.ofDays(2),
                        Duration.ofDays(3),
                        Duration.ofDays(4),
                        Duration.ofDays(5)));
        assertThat(settings.approvals()).isEqualTo(Duration.ofHours(36));
    }

    @Test
    void what_is_no_time_or_too_short_is_said_at_the_start_by_the_name_of_the_setting() {
        assertThatThrownBy(() -> RetentionSettings.from(Map.of("HOWDAH_KEEP_INBOX", "14 days")))
                .isInstanceOf(CommandException.class)
                .hasMessage("HOWDAH_KEEP_INBOX is a time such as P14D or PT36H: 14 days");
        assertThatThrownBy(() -> RetentionSettings.from(Map.of("HOWDAH_KEEP_APPROVALS", "PT0S")))
                .isInstanceOf(CommandException.class)
                .hasMessage("HOWDAH_KEEP_APPROVALS is a minute (PT1M) to a hundred years (P36500D): PT0S");
    }
}
