// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Workflows from the command line. */
@Command(
        name = "workflows",
        description = "List, show, cancel and retry workflows.",
        mixinStandardHelpOptions = true,
        footer = {"", "  howdah workflows", "  howdah workflows show 17", "  howdah workflows retry 17"})
public final class WorkflowsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("ID", "/id"),
            new Column("NAME", "/name"),
            new Column("STATE", "/state"),
            new Column("WAITING", "/counts/waiting"),
            new Column("STARTED", "/counts/started"),
            new Column("DONE", "/counts/done"),
            new Column("DEAD", "/counts/dead"),
            new Column("SINCE", "/startedAt"));

    private static final List<Column> NODES = List.of(
            new Column("NODE", "/name"),
            new Column("JOB", "/job"),
            new Column("STATE", "/state"),
            new Column("AFTER", "/after"));

    private static final String CANNOT = "that cannot be done as it stands";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "workflows", COLUMNS);
    }

    @Command(name = "show", description = "Show a workflow and its jobs.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID") long id, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).get("workflows/" + id);
        form.say(
                spec.commandLine().getOut(),
                answer,
                answer.at("/workflow/name").asString() + " " + id + ": "
                        + answer.at("/workflow/state").asString());
        form.showUnlessJson(spec.commandLine().getOut(), answer.path("nodes"), NODES);
        return 0;
    }

    @Command(name = "cancel", description = "What waits never begins.", mixinStandardHelpOptions = true)
    int cancel(@Parameters(paramLabel = "ID") long id, @Mixin Output form) throws IOException {
        return ask(id, "cancel", "cancelled", form);
    }

    @Command(name = "retry", description = "Let one that failed go on where it was.", mixinStandardHelpOptions = true)
    int retry(@Parameters(paramLabel = "ID") long id, @Mixin Waiting waiting, @Mixin Output form) throws IOException {
        if (!waiting.isOn()) {
            return ask(id, "retry", "it goes on", form);
        }
        var answer = Remote.of(spec).post("workflows/" + id + "/retry", Map.of());
        if (!answer.path("accepted").asBoolean()) {
            form.say(spec.commandLine().getOut(), answer, CANNOT);
            return 4;
        }
        return waiting.after(spec, form, answer, "it goes on", () -> standing(id));
    }

    @Command(
            name = "wait",
            description = "Wait until a workflow has ended; the exit code tells how: 0 done, 1 failed, 7 cancelled.",
            mixinStandardHelpOptions = true)
    int await(
            @Parameters(paramLabel = "ID") long id,
            @Option(names = "--timeout", paramLabel = "DURATION", description = "No longer than this: PT5M. Code 124.")
                    Optional<Duration> timeout,
            @Mixin Output form)
            throws IOException {
        return Waiting.upTo(timeout).await(spec, form, () -> standing(id));
    }

    private Standing standing(long id) throws IOException {
        return Standing.workflow(Remote.of(spec).get("workflows/" + id));
    }

    private int ask(long id, String verb, String done, Output form) throws IOException {
        var answer = Remote.of(spec).post("workflows/" + id + "/" + verb, Map.of());
        var accepted = answer.path("accepted").asBoolean();
        form.say(spec.commandLine().getOut(), answer, accepted ? done : CANNOT);
        return accepted ? 0 : 4;
    }
}
