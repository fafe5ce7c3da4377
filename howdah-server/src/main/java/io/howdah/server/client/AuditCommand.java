// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The audit from the command line. */
@Command(
        name = "audit",
        description = "List who changed what, the newest first. Takes an admin's key.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "  howdah audit --actor ada --from 2026-01-31T12:00:00Z",
            "  howdah audit --action job.reveal-payload -o csv"
        })
public final class AuditCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("AT", "/at"),
            new Column("WHO", "/actor"),
            new Column("WHAT", "/action"),
            new Column("OF", "/subject"),
            new Column("FROM", "/address"),
            new Column("THROUGH", "/member"),
            new Column("OUTCOME", "/outcome"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Option(names = "--actor", description = "What this one changed: a person's name, or key and its name.")
    private Optional<String> actor = Optional.empty();

    @Option(names = "--action", description = "Changes of this kind: queue.pause.")
    private Optional<String> action = Optional.empty();

    @Option(names = "--subject", description = "Changes of what has this in its name.")
    private Optional<String> subject = Optional.empty();

    @Option(names = "--from", paramLabel = "TIME", description = "Made then or later: 2026-01-31T12:00:00Z.")
    private Optional<String> from = Optional.empty();

    @Option(names = "--until", paramLabel = "TIME", description = "Made before that.")
    private Optional<String> until = Optional.empty();

    @Option(names = "--after", paramLabel = "PLACE", description = "Go on where an earlier list says that it ended.")
    private Optional<String> after = Optional.empty();

    @Option(names = "--limit", defaultValue = "20", description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        Map<String, Optional<?>> filters = new LinkedHashMap<>();
        filters.put("actor", actor);
        filters.put("action", action);
        filters.put("subject", subject);
        filters.put("from", from);
        filters.put("until", until);
        filters.put("after", after);
        filters.put("limit", Optional.of(limit));
        return listing.show(spec, remote -> remote.get("audit" + Remote.query(filters)), COLUMNS, this::sayWhereToGoOn);
    }

    private void sayWhereToGoOn(JsonNode found) {
        if (found.has("next")) {
            var err = spec.commandLine().getErr();
            err.println(
                    "There may be more. To go on: --after " + found.path("next").asString());
            err.flush();
        }
    }
}
