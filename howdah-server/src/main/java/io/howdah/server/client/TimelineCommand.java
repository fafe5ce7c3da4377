// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What belongs together, from the command line. */
@Command(
        name = "timeline",
        description = "Show what happened to all that belongs together, the newest first.",
        footer = {"", "  howdah timeline release-42"},
        mixinStandardHelpOptions = true)
public final class TimelineCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("AT", "/at"),
            new Column("KIND", "/kind"),
            new Column("ID", "/id"),
            new Column("NAME", "/name"),
            new Column("WHAT", "/what"),
            new Column("WHERE", "/place"),
            new Column("BY", "/by"),
            new Column("DETAIL", "/detail"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "CORRELATION", description = "What they were given as their correlation.")
    private String correlation = "";

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        var query = Remote.query(Map.of("correlation", Optional.of(correlation)));
        return listing.show(spec, "timeline" + query, COLUMNS);
    }
}
