// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The processes from the command line. */
@Command(name = "members", description = "List the processes that take part.", mixinStandardHelpOptions = true)
public final class MembersCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("NAME", "/name"),
            new Column("STATE", "/state"),
            new Column("ALIVE", "/alive"),
            new Column("HOST", "/host"),
            new Column("PID", "/pid"),
            new Column("STARTED", "/startedAt"),
            new Column("WOKEN BY", "/wakeups"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "members", COLUMNS);
    }
}
