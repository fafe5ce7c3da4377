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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** People who may log in, from the command line. */
@Command(
        name = "users",
        description = "List users; make, change, disable them. Takes an admin's key.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah users create ada --role operator --group leads",
            "  howdah users role ada admin",
            "  howdah users set-groups ada leads on-call",
            "  howdah users disable ada"
        })
public final class UsersCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("NAME", "/name"),
            new Column("ROLE", "/role"),
            new Column("GROUPS", "/groups"),
            new Column("PASSWORD", "/hasPassword"),
            new Column("SESSIONS", "/sessions"),
            new Column("SEEN", "/seenAt"),
            new Column("DISABLED", "/disabledAt"));

    /** Of whatever has groups. */
    static final List<Column> GROUPS = List.of(new Column("GROUP", "/name"), new Column("MEMBERS", "/members"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "users", COLUMNS);
    }

    @Command(name = "groups", description = "List groups and who is in them.", mixinStandardHelpOptions = true)
    int groups(@Mixin Listing all) throws IOException {
        return all.show(spec, "groups", GROUPS);
    }

    @Command(
            name = "create",
            description = "Make a user; prints a link to choose a password with, once.",
            mixinStandardHelpOptions = true)
    int create(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--role", required = true, description = "viewer, operator, approver, admin.") String role,
            @Option(names = "--group", description = "May be said several times.") List<String> groups,
            @Mixin Output form)
            throws IOException {
        var in = groups == null ? List.of() : groups;
        var answer = Remote.of(spec).post("users", Map.of("name", name, "role", role, "groups", in));
        return form.answer(spec, answer, answer.path("link").asString());
    }

    @Command(name = "role", description = "Say what a user may do.", mixinStandardHelpOptions = true)
    int role(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "ROLE", description = "viewer, operator, approver, admin.")
                    String role,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).put(path(name) + "/role", Map.of("role", role));
        return form.answer(spec, answer, name + " is " + role);
    }

    @Command(
            name = "set-groups",
            description = "Say which groups a user is in: these, and no others.",
            mixinStandardHelpOptions = true)
    int setGroups(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1..*", paramLabel = "GROUP", arity = "0..*") List<String> groups,
            @Mixin Output form)
            throws IOException {
        var in = groups == null ? List.<String>of() : groups;
        var answer = Remote.of(spec).put(path(name) + "/groups", Map.of("groups", in));
        return form.answer(spec, answer, name + " is in " + (in.isEmpty() ? "none" : String.join(" ", in)));
    }

    @Command(
            name = "bind",
            description = "Say that a user is somebody of the provider, by the subject (sub) of its tokens.",
            mixinStandardHelpOptions = true)
    int bind(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "SUBJECT") String subject,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).put(path(name) + "/identity", Map.of("subject", subject));
        return form.answer(spec, answer, name + " is " + subject);
    }

    @Command(
            name = "link",
            description = "Log a user out; prints a link to choose a new password with, once.",
            mixinStandardHelpOptions = true)
    int link(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post(path(name) + "/link", Map.of());
        return form.answer(spec, answer, answer.path("link").asString());
    }

    @Command(name = "logout", description = "End every session of a user.", mixinStandardHelpOptions = true)
    int logOut(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        return change(name, "logout", name + " is logged out", form);
    }

    @Command(name = "disable", description = "Let a user in no more.", mixinStandardHelpOptions = true)
    int disable(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        return change(name, "disable", name + " is disabled", form);
    }

    @Command(name = "enable", description = "Let a user in again.", mixinStandardHelpOptions = true)
    int enable(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        return change(name, "enable", name + " is enabled", form);
    }

    private int change(String name, String verb, String done, Output form) throws IOException {
        return form.answer(spec, Remote.of(spec).post(path(name) + "/" + verb, Map.of()), done);
    }

    private static String path(String name) {
        return "users/" + Remote.step(name);
    }
}
