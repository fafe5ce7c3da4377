// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a message differs from the usual. */
final class SendChoices {
    @Option(names = "--delay", paramLabel = "DURATION", description = "Not before this much later: PT10S.")
    private Optional<String> delay = Optional.empty();

    @Option(names = "--priority", paramLabel = "0-9", description = "Small is urgent. Default: 5.")
    private Optional<Integer> priority = Optional.empty();

    @Option(names = "--group", description = "Those of a group are received one after the other.")
    private Optional<String> group = Optional.empty();

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "May be said several times.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(names = "--dedup", paramLabel = "ID", description = "The same id is sent once within five minutes.")
    private Optional<String> dedup = Optional.empty();

    Map<String, Object> message(String payload) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("payload", Remote.parsed(payload));
        delay.ifPresent(given -> message.put("delay", given));
        priority.ifPresent(given -> message.put("priority", given));
        group.ifPresent(given -> message.put("group", given));
        dedup.ifPresent(given -> message.put("deduplication", Map.of("id", given, "window", "PT5M")));
        if (!headers.isEmpty()) {
            message.put("headers", headers);
        }
        return message;
    }
}
