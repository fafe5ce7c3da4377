// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which of many jobs. */
final class JobSelection {
    @Mixin
    private Many many = new Many();

    @Option(names = "--type", paramLabel = "TYPE", description = "Only jobs of this type.")
    private Optional<String> type = Optional.empty();

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only jobs of this queue.")
    private Optional<String> queue = Optional.empty();

    @Option(names = "--key", description = "Only jobs with this key.")
    private Optional<String> key = Optional.empty();

    @Option(names = "--correlation", description = "Only jobs that belong to this.")
    private Optional<String> correlation = Optional.empty();

    Many many() {
        return many;
    }

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        type.ifPresent(given -> body.put("type", given));
        queue.ifPresent(given -> body.put("queue", given));
        key.ifPresent(given -> body.put("key", given));
        correlation.ifPresent(given -> body.put("correlation", given));
        return body;
    }
}
