// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.notification.DeliveryOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Whether and how a replica delivers notifications.
 *
 * @param networks that are not public and that webhooks may go to nevertheless, without encryption too
 * @param relay none: what goes by e-mail waits for a replica that has one
 */
record DeliverySettings(Power power, int concurrency, List<String> networks, Optional<MailRelay> relay) {
    static final String DELIVERY = "HOWDAH_DELIVERY";
    static final String CONCURRENCY = "HOWDAH_DELIVERY_CONCURRENCY";
    static final String NETWORKS = "HOWDAH_WEBHOOK_NETWORKS";

    /** Whether this replica delivers at all. */
    enum Power {
        on,
        off
    }

    /** Those of the environment. */
    static DeliverySettings from(Map<String, String> environment) {
        var settings = new DeliverySettings(
                power(environment.getOrDefault(DELIVERY, Power.on.name())),
                concurrency(environment.getOrDefault(CONCURRENCY, "200")),
                Stream.of(environment.getOrDefault(NETWORKS, "").split(","))
                        .map(String::strip)
                        .filter(network -> !network.isEmpty())
                        .toList(),
                MailRelay.from(environment));
        // What is wrong is said at the start, and not by the first delivery.
        settings.options();
        return settings;
    }

    /** None, if others are to deliver. */
    Optional<DeliveryOptions> options() {
        if (power == Power.off) {
            return Optional.empty();
        }
        var options = named(CONCURRENCY, () -> DeliveryOptions.defaults().concurrency(concurrency));
        for (var network : networks) {
            var before = options;
            options = named(NETWORKS, () -> before.allowNetwork(network));
        }
        return Optional.of(relay.isPresent() ? options.channel(relay.get().channel()) : options);
    }

    /** Without the password. */
    @Override
    public String toString() {
        if (power == Power.off) {
            return "nothing: " + DELIVERY + " is off";
        }
        return "webhooks" + (networks.isEmpty() ? "" : ", also to " + String.join(", ", networks))
                + relay.map(mail -> "; e-mail by " + mail)
                        .orElse("; no e-mail, for " + MailRelay.ADDRESS + " is not set");
    }

    private static Power power(String word) {
        try {
            return Power.valueOf(word);
        } catch (IllegalArgumentException unknown) {
            throw CommandException.wrongSetting(DELIVERY + " is on or off: " + word, unknown);
        }
    }

    private static int concurrency(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw CommandException.wrongSetting(CONCURRENCY + " is a number from 1 to 10000: " + text);
        }
        return Integer.parseInt(text);
    }

    private static DeliveryOptions named(String variable, Supplier<DeliveryOptions> choice) {
        try {
            return choice.get();
        } catch (IllegalArgumentException refused) {
            throw CommandException.wrongSetting(variable + ": " + refused.getMessage(), refused);
        }
    }
}
