// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Which jobs are listed, and where a list goes on. */
final class JobSearch {
    @Option(names = "--key", description = "Jobs with this key.")
    private Optional<String> key = Optional.empty();

    @Option(names = "--correlation", description = "Jobs that belong to this.")
    private Optional<String> correlation = Optional.empty();

    @Option(names = "--from", paramLabel = "TIME", description = "Enqueued then or later: 2026-01-31T12:00:00Z.")
    private Optional<String> from = Optional.empty();

    @Option(names = "--until", paramLabel = "TIME", description = "Enqueued before that.")
    private Optional<String> until = Optional.empty();

    @Mixin
    private PayloadSearch inside = new PayloadSearch();

    @Option(names = "--after", paramLabel = "PLACE", description = "Go on where an earlier list says that it ended.")
    private Optional<String> after = Optional.empty();

    void addTo(Map<String, Optional<?>> filters) {
        filters.put("key", key);
        filters.put("correlation", correlation);
        filters.put("from", from);
        filters.put("until", until);
        inside.addTo(filters);
        filters.put("after", after);
    }

    /** On the side, so that what reads the list does not stumble over it. */
    void sayWhereItStopped(PrintWriter err, JsonNode found) {
        if (found.has("stopped")) {
            err.println(found.at("/stopped/looked").asString() + " jobs were looked through, back to "
                    + found.at("/stopped/backTo").asString() + ". To go on: --after "
                    + found.path("next").asString());
            err.flush();
        }
    }
}
