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

/** API keys from the command line. */
@Command(
        name = "keys",
        description = "List API keys; make and revoke them. Takes an admin's key.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah keys create 'orders of the shop' --role producer --valid P90D",
            "  howdah keys revoke 4kq7x2ab"
        })
public final class KeysCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("ID", "/id"),
            new Column("FOR", "/name"),
            new Column("ROLE", "/role"),
            new Column("VALID", "/valid"),
            new Column("MADE BY", "/createdBy"),
            new Column("EXPIRES", "/expiresAt"),
            new Column("USED", "/usedAt"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "keys", COLUMNS);
    }

    @Command(name = "create", description = "Make a key; prints it, once.", mixinStandardHelpOptions = true)
    int create(
            @Parameters(paramLabel = "NAME", description = "What it is for.") String name,
            @Option(
                            names = "--role",
                            required = true,
                            description = "producer, worker, viewer, operator, approver, admin.")
                    String role,
            @Option(names = "--valid", paramLabel = "DURATION", description = "Such as P90D. Default: without an end.")
                    Optional<String> valid,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", name);
        body.put("role", role);
        valid.ifPresent(given -> body.put("valid", given));
        var answer = Remote.of(spec).post("keys", body);
        return form.answer(spec, answer, answer.path("key").asString());
    }

    @Command(
            name = "revoke",
            description = "Whatever uses the key is refused from now on.",
            mixinStandardHelpOptions = true)
    int revoke(@Parameters(paramLabel = "ID") String id, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post("keys/" + Remote.step(id) + "/revoke", Map.of());
        var revoked = answer.path("revoked").asBoolean();
        form.say(spec.commandLine().getOut(), answer, revoked ? "revoked" : "there is no valid key " + id);
        return revoked ? 0 : 3;
    }
}
