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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Templates of notifications from the command line. */
@Command(
        name = "templates",
        description = "List templates; show, put, remove.",
        mixinStandardHelpOptions = true,
        footer = {"", "  howdah notifications templates put shipped 'Order {{order}} is on its way' 'It left today.'"})
public final class TemplatesCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS =
            List.of(new Column("NAME", "/name"), new Column("SUBJECT", "/subject"), new Column("TEXT", "/text"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "notifications/templates?limit=500", COLUMNS);
    }

    @Command(name = "show", description = "Show a template.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var found = Remote.of(spec).get(path(name));
        return form.answer(
                spec,
                found,
                found.path("subject").asString() + "\n\n" + found.path("text").asString());
    }

    @Command(name = "put", description = "Make a template, or change it.", mixinStandardHelpOptions = true)
    int put(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "SUBJECT") String subject,
            @Parameters(index = "2", paramLabel = "TEXT") String text,
            @Option(names = "--html", description = "For e-mail.") Optional<String> html,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("subject", subject);
        body.put("text", text);
        html.ifPresent(given -> body.put("html", given));
        return form.answer(spec, Remote.of(spec).put(path(name), body), name);
    }

    @Command(name = "remove", description = "Remove a template.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).delete(path(name));
        return form.answer(spec, answer, answer.path("removed").asBoolean() ? "removed" : "there was none");
    }

    private static String path(String name) {
        return "notifications/templates/" + Remote.step(name);
    }
}
