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
import tools.jackson.databind.JsonNode;

/** People who are notified, from the command line. */
@Command(
        name = "people",
        description = "List people; show, put, remove; groups, members, join, leave.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah notifications people put ada --address email=ada@example.com --wants '*=inbox,email'",
            "  howdah notifications people join sales ada"
        })
public final class PeopleCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("NAME", "/name"),
            new Column("ADDRESSES", "/addresses"),
            new Column("CHANNELS", "/channels"),
            new Column("QUIET FROM", "/quietFrom"),
            new Column("TO", "/quietTo"),
            new Column("ZONE", "/zone"),
            Column.span("DIGEST", "/digest"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "notifications/people?limit=500", COLUMNS);
    }

    @Command(
            name = "show",
            description = "Show where somebody is reached, and when not.",
            mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var found = Remote.of(spec).get(path(name));
        return form.answer(spec, found, name + " " + found.path("addresses") + " wants " + found.path("channels"));
    }

    @Command(
            name = "put",
            description = "Make somebody known, or change all that was known but the groups.",
            mixinStandardHelpOptions = true)
    int put(@Parameters(paramLabel = "NAME") String name, @Mixin PersonChoices choices, @Mixin Output form)
            throws IOException {
        return form.answer(spec, Remote.of(spec).put(path(name), choices.body()), name);
    }

    @Command(name = "remove", description = "Forget somebody; from the groups too.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        return changed(form, Remote.of(spec).delete(path(name)), "removed", "nobody of that name is known");
    }

    @Command(name = "groups", description = "List groups.", mixinStandardHelpOptions = true)
    int groups(@Mixin Listing all) throws IOException {
        return all.show(spec, "notifications/groups?limit=500", UsersCommand.GROUPS);
    }

    @Command(name = "members", description = "List who is in a group.", mixinStandardHelpOptions = true)
    int members(@Parameters(paramLabel = "GROUP") String group, @Mixin Listing all) throws IOException {
        return all.show(spec, "notifications/groups/" + Remote.step(group), List.of(new Column("NAME", "")));
    }

    @Command(name = "join", description = "Add somebody to a group.", mixinStandardHelpOptions = true)
    int join(
            @Parameters(index = "0", paramLabel = "GROUP") String group,
            @Parameters(index = "1", paramLabel = "NAME") String name,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).put(member(group, name), Map.of());
        return changed(form, answer, name + " is in " + group, name + " was in " + group + " already");
    }

    @Command(name = "leave", description = "Take somebody out of a group.", mixinStandardHelpOptions = true)
    int leave(
            @Parameters(index = "0", paramLabel = "GROUP") String group,
            @Parameters(index = "1", paramLabel = "NAME") String name,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).delete(member(group, name));
        return changed(form, answer, name + " is out of " + group, name + " was not in " + group);
    }

    private int changed(Output form, JsonNode answer, String changed, String same) {
        return form.answer(spec, answer, answer.path("changed").asBoolean() ? changed : same);
    }

    private static String path(String name) {
        return "notifications/people/" + Remote.step(name);
    }

    private static String member(String group, String name) {
        return "notifications/groups/" + Remote.step(group) + "/" + Remote.step(name);
    }

    /** Where somebody is reached, and when not. */
    static final class PersonChoices {
        @Option(names = "--address", paramLabel = "CHANNEL=ADDRESS", description = "May be said several times.")
        private Map<String, String> addresses = new LinkedHashMap<>();

        @Option(
                names = "--wants",
                paramLabel = "TYPE=CHANNEL,…",
                description = "By which channels: order.shipped, order.* or, for every other type, *.")
        private Map<String, String> wanted = new LinkedHashMap<>();

        @Option(names = "--quiet", paramLabel = "FROM-TO", description = "Only urgent ones between: 22:00-07:00.")
        private Optional<String> quiet = Optional.empty();

        @Option(names = "--zone", description = "Where the clock is that quiet goes by. Default: UTC.")
        private Optional<String> zone = Optional.empty();

        @Option(names = "--digest", paramLabel = "DURATION", description = "Gather for so long what is not urgent.")
        private Optional<String> digest = Optional.empty();

        private Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("addresses", addresses);
            var channels = new LinkedHashMap<String, List<String>>();
            wanted.forEach(
                    (type, given) -> channels.put(type, given.isEmpty() ? List.of() : List.of(given.split(","))));
            body.put("channels", channels);
            quiet.ifPresent(given -> {
                var hours = given.split("-", 2);
                body.put("quietFrom", hours[0]);
                body.put("quietTo", hours[hours.length - 1]);
            });
            zone.ifPresent(given -> body.put("zone", given));
            digest.ifPresent(given -> body.put("digest", given));
            return body;
        }
    }
}
