// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Queues from the command line. */
@Command(
        name = "queues",
        description = "List, pause and resume queues.",
        mixinStandardHelpOptions = true,
        footer = {"", "  howdah queues", "  howdah queues pause mail"})
public final class QueuesCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("QUEUE", "/name"),
            new Column("READY", "/depth/ready"),
            new Column("RUNNING", "/depth/running"),
            new Column("DEFERRED", "/depth/deferred"),
            new Column("BLOCKED", "/depth/blocked"),
            new Column("OLDEST", "/oldestReadyAt"),
            new Column("PAUSED", "/pausedAt"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "queues", COLUMNS);
    }

    @Command(
            name = "pause",
            description = "Let nothing of a queue begin, in any process.",
            mixinStandardHelpOptions = true)
    int pause(@Parameters(paramLabel = "QUEUE") String queue, @Mixin Output form) throws IOException {
        return change(queue, "pause", "paused", form);
    }

    @Command(name = "resume", description = "Let what waited meanwhile begin.", mixinStandardHelpOptions = true)
    int resume(@Parameters(paramLabel = "QUEUE") String queue, @Mixin Output form) throws IOException {
        return change(queue, "resume", "open", form);
    }

    private int change(String queue, String verb, String now, Output form) throws IOException {
        var answer = Remote.of(spec).post("queues/" + Remote.step(queue) + "/" + verb, Map.of());
        var changed = answer.path("changed").asBoolean();
        return form.answer(spec, answer, queue + " is " + (changed ? "" : "already ") + now);
    }
}
