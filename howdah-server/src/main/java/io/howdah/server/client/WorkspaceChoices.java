// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a workspace may hold, and for how long. */
final class WorkspaceChoices {
    @Option(names = "--store", paramLabel = "NAME", description = "Where its bytes are to be.")
    private Optional<String> store = Optional.empty();

    @Option(names = "--quota-files", paramLabel = "COUNT")
    private Optional<Integer> quotaFiles = Optional.empty();

    @Option(names = "--quota-bytes", paramLabel = "BYTES")
    private Optional<Long> quotaBytes = Optional.empty();

    @Option(names = "--keep-versions", paramLabel = "COUNT")
    private Optional<Integer> keepVersions = Optional.empty();

    @Option(names = "--keep-for", paramLabel = "DURATION")
    private Optional<Duration> keepFor = Optional.empty();

    @Option(
            names = "--expire-after",
            paramLabel = "DURATION",
            description = "It is deleted when nobody has changed it for so long.")
    private Optional<Duration> expireAfter = Optional.empty();

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        store.ifPresent(given -> body.put("store", given));
        quotaFiles.ifPresent(given -> body.put("quotaFiles", given));
        quotaBytes.ifPresent(given -> body.put("quotaBytes", given));
        keepVersions.ifPresent(given -> body.put("keepVersions", given));
        keepFor.ifPresent(given -> body.put("keepFor", given.toString()));
        expireAfter.ifPresent(given -> body.put("expireAfter", given.toString()));
        return body;
    }
}
