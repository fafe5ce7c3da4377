// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliverySettingsTest {
    private static final Map<String, String> RELAY = Map.of(
            "HOWDAH_SMTP_ADDRESS", "smtp.example.com",
            "HOWDAH_SMTP_FROM", "shop@example.com",
            "HOWDAH_SMTP_USER", "shop",
            "HOWDAH_SMTP_PASSWORD", "geheim",
            "HOWDAH_WEBHOOK_NETWORKS", "10.1.0.0/16, 127.0.0.0/8");

    @Test
    void without_a_word_webhooks_are_delivered_and_no_mail() {
        var settings = DeliverySettings.from(Map.of());

        assertThat(settings.options()).isPresent();
        assertThat(settings.concurrency()).isEqualTo(200);
        assertThat(settings).hasToString("webhooks; no e-mail, for HOWDAH_SMTP_ADDRESS is not set");
    }

    @Test
    void what_is_shown_has_no_password() {
        var settings = DeliverySettings.from(RELAY);

        assertThat(settings)
                .hasToString("webhooks, also to 10.1.0.0/16, 127.0.0.0/8; e-mail by smtp.example.com:587 (starttls)"
                        + " as shop:***, from shop@example.com");
    }

    @Test
    void a_password_may_be_in_a_file(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("password"), "geheim\n");

        var relay = MailRelay.from(Map.of(
                "HOWDAH_SMTP_ADDRESS", "[::1]:465",
                "HOWDAH_SMTP_FROM", "shop@example.com",
                "HOWDAH_SMTP_USER", "shop",
                "HOWDAH_SMTP_PASSWORD_FILE", file.toString(),
                "HOWDAH_SMTP_ENCRYPTION", "tls"));

        assertThat(relay.orElseThrow().password()).contains("geheim");
        assertThat(relay.orElseThrow().port()).isEqualTo(465);
    }

    @Test
    void a_replica_can_leave_it_to_others() {
        var settings = DeliverySettings.from(Map.of("HOWDAH_DELIVERY", "off"));

        assertThat(settings.options()).isEmpty();
        assertThat(settings).hasToString("nothing: HOWDAH_DELIVERY is off");
    }

    @Test
    void what_is_wrong_is_said_at_the_start_by_the_name_of_the_setting() {
        refused("HOWDAH_DELIVERY is on or off: yes", Map.of("HOWDAH_DELIVERY", "yes"));
        refused("HOWDAH_DELIVERY_CONCURRENCY", Map.of("HOWDAH_DELIVERY_CONCURRENCY", "0"));
        refused("HOWDAH_DELIVERY_CONCURRENCY is a number", Map.of("HOWDAH_DELIVERY_CONCURRENCY", "many"));
        refused("HOWDAH_WEBHOOK_NETWORKS", Map.of("HOWDAH_WEBHOOK_NETWORKS", "10.1.0.0/99"));
        refused("set HOWDAH_SMTP_FROM", Map.of("HOWDAH_SMTP_ADDRESS", "smtp.example.com"));
        refused(
                "belong together",
                Map.of(
                        "HOWDAH_SMTP_ADDRESS", "smtp.example.com",
                        "HOWDAH_SMTP_FROM", "shop@example.com",
                        "HOWDAH_SMTP_PASSWORD", "geheim"));
        refused(
                "a password is not sent without encryption",
                Map.of(
                        "HOWDAH_SMTP_ADDRESS", "smtp.example.com",
                        "HOWDAH_SMTP_FROM", "shop@example.com",
                        "HOWDAH_SMTP_USER", "shop",
                        "HOWDAH_SMTP_PASSWORD", "geheim",
                        "HOWDAH_SMTP_ENCRYPTION", "none"));
    }

    private static void refused(String words, Map<String, String> environment) {
        assertThatThrownBy(() -> DeliverySettings.from(environment))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("geheim");
    }
}
