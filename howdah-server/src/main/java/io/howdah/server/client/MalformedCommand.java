// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
import tools.jackson.databind.JsonNode;

/** What could not be taken in, from the command line. */
@Command(
        name = "malformed",
        description = "List what could not be taken in; submit, show, resubmit, discard.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah notifications malformed show 17 > came-in.json",
            "  howdah notifications malformed resubmit 17 came-in.json"
        })
public final class MalformedCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("ID", "/id"),
            new Column("PRODUCER", "/producer"),
            new Column("CODE", "/code"),
            new Column("REASON", "/reason"),
            new Column("BYTES", "/bytes"),
            new Column("CAME", "/receivedAt"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "notifications/malformed?limit=500", COLUMNS);
    }

    @Command(
            name = "submit",
            description = "Take in what is in a file, or put it aside.",
            mixinStandardHelpOptions = true)
    int submit(
            @Parameters(paramLabel = "FILE") Path file,
            @Option(names = "--producer", description = "Whose key it is. Default: the API key's own name.")
                    Optional<String> producer,
            @Mixin Output form)
            throws IOException {
        var path = "notifications/submissions" + Remote.query(Map.of("producer", producer));
        return say(form, Remote.of(spec).send(path, Files.readAllBytes(file)));
    }

    @Command(
            name = "show",
            description = "Print it as it came, fields masked by their names; the reason goes to stderr.",
            mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID") long id, @Mixin RevealChoice reveal, @Mixin Output form)
            throws IOException {
        var found = reveal.get(Remote.of(spec), "notifications/malformed/" + id);
        var err = spec.commandLine().getErr();
        err.println(found.path("code").asString() + ": " + found.path("reason").asString());
        err.flush();
        return form.answer(
                spec, found, found.path("text").asString(found.path("base64").asString("")));
    }

    @Command(
            name = "resubmit",
            description = "Submit it again as it is, or what is in a file instead.",
            mixinStandardHelpOptions = true)
    int resubmit(
            @Parameters(index = "0", paramLabel = "ID") long id,
            @Parameters(index = "1", paramLabel = "FILE", arity = "0..1") Optional<Path> file,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        if (file.isPresent()) {
            body.put("text", Files.readString(file.get()));
        }
        return say(form, Remote.of(spec).post("notifications/malformed/" + id + "/resubmit", body));
    }

    @Command(name = "discard", description = "Nobody needs it.", mixinStandardHelpOptions = true)
    int discard(@Parameters(paramLabel = "ID") long id, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post("notifications/malformed/" + id + "/discard", Map.of());
        return form.answer(spec, answer, "discarded");
    }

    /** What was put aside is no failure of the command, but scripts want to know: 4. */
    private int say(Output form, JsonNode answer) {
        var aside = answer.path("outcome").asString().equals("quarantined");
        form.say(
                spec.commandLine().getOut(),
                answer,
                aside
                        ? "put aside as " + answer.path("malformed").asString() + ": "
                                + answer.path("reason").asString()
                        : answer.path("id").asString());
        return aside ? 4 : 0;
    }
}
