// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What deliveries have in common. */
final class DeliveryChoices {
    @Option(names = "--channel", description = "Such as webhook or email.")
    private Optional<String> channel = Optional.empty();

    @Option(names = "--endpoint", paramLabel = "NAME", description = "The webhooks of this endpoint.")
    private Optional<String> endpoint = Optional.empty();

    @Option(names = "--address", description = "Those to this address.")
    private Optional<String> address = Optional.empty();

    @Option(names = "--type", description = "Those of this type.")
    private Optional<String> type = Optional.empty();

    @Option(names = "--cause", description = "Those that died of this.")
    private Optional<String> cause = Optional.empty();

    @Option(names = "--producer", description = "Those of this producer.")
    private Optional<String> producer = Optional.empty();

    @Option(names = "--from", paramLabel = "TIME", description = "Taken in since then: 2026-01-31T12:00:00Z.")
    private Optional<String> from = Optional.empty();

    @Option(names = "--until", paramLabel = "TIME", description = "Taken in before then.")
    private Optional<String> until = Optional.empty();

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        channel.ifPresent(given -> body.put("channel", given));
        endpoint.ifPresent(given -> body.put("endpoint", given));
        address.ifPresent(given -> body.put("address", given));
        type.ifPresent(given -> body.put("type", given));
        cause.ifPresent(given -> body.put("cause", given));
        producer.ifPresent(given -> body.put("producer", given));
        from.ifPresent(given -> body.put("from", given));
        until.ifPresent(given -> body.put("until", given));
        return body;
    }

    /** As people write it: 100/PT1M. */
    static Map<String, Object> rate(String text) {
        var parts = text.split("/", 2);
        if (parts.length != 2 || !parts[0].matches("\\d{1,9}")) {
            throw CommandException.withCode(2, "A rate is written 100/PT1M: " + text);
        }
        return Map.of("rate", Integer.valueOf(parts[0]), "period", parts[1]);
    }
}
