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

/** The event log from the command line. */
@Command(
        name = "log",
        description = "List and make topics, append and read events, watch them, look after groups.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah log create orders --partitions 8 --keep P30D",
            "  howdah log create prices --compact",
            "  howdah log append orders order.created '{\"order\":17}' --key customer-4",
            "  howdah log read orders --partition 0 --from 100 -o jsonl",
            "  howdah log tail orders",
            "  howdah log reset orders billing --to earliest --dry-run"
        })
public final class LogCommand implements Callable<Integer> {
    private static final List<Column> TOPICS = List.of(
            new Column("TOPIC", "/name"),
            new Column("PARTITIONS", "/partitions"),
            new Column("NUMBERED", "/numbering"),
            Column.span("KEPT", "/keep"),
            new Column("BYTES", "/keepBytes"),
            Column.span("COMPACTED AFTER", "/compaction/minLag"),
            new Column("GROUPS", "/groups"));

    private static final List<Column> EVENTS = List.of(
            new Column("PARTITION", "/partition"),
            new Column("OFFSET", "/offset"),
            new Column("TYPE", "/type"),
            new Column("KEY", "/key"),
            new Column("NUMBERED", "/numberedAt"),
            Column.data("PAYLOAD", "/payload"));

    private static final List<Column> LAGS = List.of(
            new Column("PARTITION", "/partition"),
            new Column("NEXT", "/next"),
            new Column("END", "/end"),
            new Column("BEHIND", "/events"),
            Column.span("TIME", "/behind"),
            new Column("ASIDE", "/parked"),
            new Column("STOPPED", "/stopped"));

    private static final List<Column> MOVES = List.of(
            new Column("PARTITION", "/partition"),
            new Column("FROM", "/from"),
            new Column("TO", "/to"),
            new Column("AGAIN", "/replayed"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "log/topics", TOPICS);
    }

    @Command(
            name = "create",
            description = "Make a topic, or change how much is kept of one that is there.",
            mixinStandardHelpOptions = true)
    int create(@Parameters(paramLabel = "TOPIC") String topic, @Mixin TopicShape shape, @Mixin Output form)
            throws IOException {
        var remote = Remote.of(spec);
        var answer = remote.put(path(topic), shape.of(topic, remote.get("log/topics")));
        return form.answer(
                spec, answer, topic + " has " + answer.path("partitions").asString() + " partitions");
    }

    @Command(name = "append", description = "Append an event.", mixinStandardHelpOptions = true)
    int append(
            @Parameters(index = "0", paramLabel = "TOPIC") String topic,
            @Parameters(index = "1", paramLabel = "TYPE", description = "What happened.") String type,
            @Parameters(
                            index = "2",
                            arity = "0..1",
                            paramLabel = "PAYLOAD",
                            defaultValue = "null",
                            description = "JSON. Default: null.")
                    String payload,
            @Option(names = "--key", description = "What it happened to.") Optional<String> key,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("type", type);
        event.put("payload", Remote.parsed(payload));
        key.ifPresent(given -> event.put("key", given));
        var answer = Remote.of(spec).post(path(topic) + "/events", Map.of("events", List.of(event)));
        var place = answer.at("/items/0");
        return form.answer(
                spec,
                answer,
                "partition " + place.path("partition").asString() + ", id "
                        + place.path("id").asString());
    }

    @Command(
            name = "read",
            description = "Read a partition from an offset on, or search.",
            mixinStandardHelpOptions = true)
    int read(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Mixin Search search,
            @Mixin RevealChoice reveal,
            @Mixin Listing all)
            throws IOException {
        var query = Remote.query(search.parameters());
        return all.show(spec, remote -> reveal.get(remote, path(topic) + "/events", query), EVENTS);
    }

    @Command(
            name = "tail",
            description = "Show events as they are numbered, one JSON object to a line, until Ctrl-C.",
            mixinStandardHelpOptions = true)
    int tail(@Parameters(paramLabel = "TOPIC") String topic, @Mixin RevealChoice reveal) throws IOException {
        var out = spec.commandLine().getOut();
        reveal.stream(Remote.of(spec), path(topic) + "/tail", line -> {
            if (line.startsWith("data:")) {
                out.println(line.substring("data:".length()));
                out.flush();
            }
        });
        return 0;
    }

    @Command(name = "lag", description = "Show how far a group is behind.", mixinStandardHelpOptions = true)
    int lag(
            @Parameters(index = "0", paramLabel = "TOPIC") String topic,
            @Parameters(index = "1", paramLabel = "GROUP") String group,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).get(path(topic) + "/groups/" + Remote.step(group));
        form.say(
                spec.commandLine().getOut(),
                answer,
                group + " is " + answer.path("events").asString() + " events behind");
        form.showUnlessJson(spec.commandLine().getOut(), answer.path("partitions"), LAGS);
        return 0;
    }

    @Command(
            name = "reset",
            description = "Put a group at another place in every partition.",
            mixinStandardHelpOptions = true)
    int reset(
            @Parameters(index = "0", paramLabel = "TOPIC") String topic,
            @Parameters(index = "1", paramLabel = "GROUP") String group,
            @Mixin Target to,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).post(path(topic) + "/groups/" + Remote.step(group) + "/reset", to.decision());
        form.say(
                spec.commandLine().getOut(),
                answer,
                answer.path("dryRun").asBoolean() ? "nothing was changed; this would be" : "done");
        form.showUnlessJson(spec.commandLine().getOut(), answer.path("moves"), MOVES);
        return 0;
    }

    private static String path(String topic) {
        return "log/topics/" + Remote.step(topic);
    }

    /** Which events. */
    static final class Search {
        @Option(names = "--partition", paramLabel = "NUMBER")
        private Optional<Integer> partition = Optional.empty();

        @Option(names = "--from", paramLabel = "OFFSET")
        private Optional<Long> from = Optional.empty();

        @Option(names = "--key")
        private Optional<String> key = Optional.empty();

        @Option(names = "--type")
        private Optional<String> type = Optional.empty();

        @Option(names = "--limit", defaultValue = "20", description = "How many at most. Default: ${DEFAULT-VALUE}.")
        private int limit;

        private Map<String, Optional<?>> parameters() {
            Map<String, Optional<?>> parameters = new LinkedHashMap<>();
            parameters.put("partition", partition);
            parameters.put("from", from);
            parameters.put("key", key);
            parameters.put("type", type);
            parameters.put("limit", Optional.of(limit));
            return parameters;
        }
    }

    /** Where a group is put. */
    static final class Target {
        @Option(
                names = "--to",
                required = true,
                paramLabel = "PLACE",
                description = "earliest, latest, an offset, or a time such as 2026-01-31T12:00:00Z.")
        private String to = "";

        @Option(names = "--dry-run", description = "Only say what that would do.")
        private boolean dryRun;

        @Option(names = "--reason", description = "Kept with the decision.")
        private Optional<String> reason = Optional.empty();

        private Map<String, Object> decision() {
            Map<String, Object> decision = new LinkedHashMap<>();
            if (to.matches("\\d+")) {
                decision.put("to", "offset");
                decision.put("offset", Long.parseLong(to));
            } else if (to.contains("T")) {
                decision.put("to", "time");
                decision.put("time", to);
            } else {
                decision.put("to", to);
            }
            decision.put("dryRun", dryRun);
            reason.ifPresent(given -> decision.put("reason", given));
            return decision;
        }
    }
}
