// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
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

/** The inbox of the key's own name, from the command line. */
@Command(
        name = "inbox",
        description = "List what the caller has been told; unread, read, watch.",
        mixinStandardHelpOptions = true,
        footer = {"", "  howdah notifications inbox read --up-to 17"})
public final class InboxCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("ID", "/id"),
            new Column("TYPE", "/type"),
            new Column("SUBJECT", "/subject"),
            new Column("AT", "/at"),
            new Column("READ", "/readAt"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Option(names = "--limit", defaultValue = "20", description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "inbox?limit=" + limit, COLUMNS);
    }

    @Command(name = "unread", description = "Say how many are unread.", mixinStandardHelpOptions = true)
    int unread(@Mixin Output form) throws IOException {
        var answer = Remote.of(spec).get("inbox/unread");
        return form.answer(spec, answer, answer.path("unread").asString());
    }

    @Command(
            name = "read",
            description = "Mark some as read, or one and all before it.",
            mixinStandardHelpOptions = true)
    int read(
            @Parameters(paramLabel = "ID", arity = "0..*") List<Long> ids,
            @Option(names = "--up-to", paramLabel = "ID", description = "This one and all before it.")
                    Optional<Long> upTo,
            @Mixin Output form)
            throws IOException {
        var named = ids == null ? List.<Long>of() : ids;
        if (named.isEmpty() == upTo.isEmpty()) {
            throw CommandException.withCode(2, "Either ids, or --up-to with one.");
        }
        Map<String, Object> body = new LinkedHashMap<>();
        upTo.ifPresentOrElse(last -> body.put("upTo", last), () -> body.put("ids", named));
        var answer = Remote.of(spec).post("inbox/read", body);
        return form.answer(spec, answer, answer.path("unread").asString() + " unread");
    }

    @Command(
            name = "watch",
            description = "Say how many are unread whenever that may have changed, until Ctrl-C.",
            mixinStandardHelpOptions = true)
    int watch() throws IOException {
        var out = spec.commandLine().getOut();
        Remote.of(spec).stream("GET", "inbox/live", line -> {
            if (line.startsWith("data:")) {
                out.println(line.substring("data:".length()));
                out.flush();
            }
        });
        return 0;
    }
}
