// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is said of a version that a command makes. */
final class CommitChoices {
    @Option(
            names = {"-m", "--message"},
            paramLabel = "TEXT",
            description = "What it is for.")
    private Optional<String> message = Optional.empty();

    @Option(
            names = "--if-head",
            paramLabel = "VERSION",
            description = "Only if that is the head; the exit code is 4 if not.")
    private Optional<Long> head = Optional.empty();

    Optional<String> message() {
        return message;
    }

    Map<String, String> headers() {
        return head.map(version -> Map.of("If-Match", "\"" + version + "\"")).orElse(Map.of());
    }

    Map<String, String> headers(String contentType) {
        var headers = new LinkedHashMap<>(headers());
        headers.put("Content-Type", contentType);
        return headers;
    }
}
