// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a notification says, and to whom. */
final class NotificationChoices {
    @Option(
            names = "--to",
            required = true,
            paramLabel = "RECIPIENT",
            description = "person:ada, group:sales, endpoint:billing, subscribers, email:ada@example.com, topic:orders,"
                    + " queue:mail. May be said several times.")
    private List<String> to = List.of();

    @Option(names = "--producer", description = "Whose key it is. Default: the API key's own name.")
    private Optional<String> producer = Optional.empty();

    @Option(names = "--subject", description = "Up to 500 characters.")
    private Optional<String> subject = Optional.empty();

    @Option(names = "--text", description = "What people read.")
    private Optional<String> text = Optional.empty();

    @Option(names = "--template", description = "What makes the words out of the data.")
    private Optional<String> template = Optional.empty();

    @Option(names = "--data", paramLabel = "JSON", description = "What programs read.")
    private Optional<String> data = Optional.empty();

    @Option(names = "--priority", paramLabel = "0-9", description = "Up to 2 it waits for nobody. Default: 5.")
    private Optional<Integer> priority = Optional.empty();

    @Option(names = "--correlation", description = "What it belongs to.")
    private Optional<String> correlation = Optional.empty();

    @Option(names = "--not-before", paramLabel = "TIME", description = "Such as 2026-01-31T12:00:00Z.")
    private Optional<String> notBefore = Optional.empty();

    Map<String, Object> intent(String type, String key) {
        Map<String, Object> intent = new LinkedHashMap<>();
        intent.put("type", type);
        intent.put("key", key);
        intent.put("to", to);
        producer.ifPresent(given -> intent.put("producer", given));
        subject.ifPresent(given -> intent.put("subject", given));
        text.ifPresent(given -> intent.put("text", given));
        template.ifPresent(given -> intent.put("template", given));
        data.ifPresent(given -> intent.put("data", Remote.parsed(given)));
        priority.ifPresent(given -> intent.put("priority", given));
        correlation.ifPresent(given -> intent.put("correlation", given));
        notBefore.ifPresent(given -> intent.put("notBefore", given));
        return intent;
    }
}
