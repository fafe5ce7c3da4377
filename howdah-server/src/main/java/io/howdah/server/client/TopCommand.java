// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import io.howdah.web.console.Words;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Everything that moves, on one screen. */
@Command(
        name = "top",
        description = "Watch queues, readers of the log, processes and the oldest transaction.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "  howdah top", "  howdah top --once | head -3"})
public final class TopCommand implements Callable<Integer> {
    private static final int MOST_QUEUES = 20;
    private static final int MOST_GROUPS = 15;
    private static final int MOST_SECONDS = 3600;
    private static final Duration LATE = Duration.ofMinutes(1);
    private static final Duration LONG_TRANSACTION = Duration.ofMinutes(5);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--once", description = "Show it once, for scripts.")
    private boolean once;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "How often to look. Default: ${DEFAULT-VALUE}.")
    private int every;

    @Override
    public Integer call() throws IOException {
        if (every < 1 || every > MOST_SECONDS) {
            throw CommandException.withCode(2, "--every takes 1 to " + MOST_SECONDS + " seconds: " + every);
        }
        var remote = Remote.of(spec);
        var style = Style.of((Caller) spec.root().userObject());
        if (once) {
            draw(spec.commandLine().getOut(), remote, style);
            return 0;
        }
        return Watch.repeat(spec, Duration.ofSeconds(every), out -> draw(out, remote, style));
    }

    private static void draw(PrintWriter out, Remote remote, Style style) throws IOException {
        summary(out, remote);
        queues(out, remote.get("queues").path("items"), style);
        groups(out, remote, style);
        members(out, remote.get("members").path("items"), style);
        transactions(out, remote.get("database").path("oldestTransactions"), style);
        out.flush();
    }

    private static void summary(PrintWriter out, Remote remote) throws IOException {
        var stats = remote.get("stats");
        var history = remote.get("stats/history").path("items");
        var last = history.isEmpty() ? history : history.get(history.size() - 1);
        var alive = stats.path("membersAlive").asInt();
        var ended = last.has("endedPerMinute")
                ? Math.round(last.path("endedPerMinute").asDouble()) + " attempts ended in the last minute"
                : "no history yet";
        out.println(String.join(
                ", ",
                alive == 1 ? "1 process" : alive + " processes",
                stats.at("/jobs/ready").asInt() + " ready",
                stats.at("/jobs/running").asInt() + " running",
                "oldest waits " + Words.age(time(stats, "oldestReadyAt")),
                ended));
    }

    private static void queues(PrintWriter out, JsonNode queues, Style style) {
        var table = new TextTable(style, "QUEUE", "READY", "RUNNING", "DEFERRED", "BLOCKED", "OLDEST", "");
        queues.valueStream()
                .sorted(Comparator.comparing(
                                (JsonNode queue) -> time(queue, "oldestReadyAt").orElse(Instant.MAX))
                        .thenComparing(queue -> queue.path("name").asString()))
                .limit(MOST_QUEUES)
                .forEach(queue -> {
                    var paused = queue.has("pausedAt");
                    var late = !paused && isOlder(time(queue, "oldestReadyAt"), LATE);
                    table.add(
                            late ? style::alarm : paused ? style::warning : text -> text,
                            queue.path("name").asString(),
                            queue.at("/depth/ready").asString(),
                            queue.at("/depth/running").asString(),
                            queue.at("/depth/deferred").asString(),
                            queue.at("/depth/blocked").asString(),
                            Words.age(time(queue, "oldestReadyAt")),
                            paused ? "paused" : late ? "behind" : "");
                });
        table.print(out);
    }

    private static void groups(PrintWriter out, Remote remote, Style style) throws IOException {
        var table = new TextTable(style, "TOPIC", "GROUP", "EVENTS BEHIND", "TIME BEHIND", "PUT ASIDE", "");
        for (var standing : standings(remote)) {
            var behind = Duration.parse(standing.path("behind").asString("PT0S"));
            var paused = standing.has("pausedAt");
            var late = !paused && behind.compareTo(LATE) > 0;
            table.add(
                    late ? style::alarm : paused ? style::warning : text -> text,
                    standing.path("topic").asString(),
                    standing.path("name").asString(),
                    standing.path("events").asString(),
                    standing.path("events").asLong() == 0 ? "-" : Words.span(behind),
                    standing.path("parked").asString(),
                    paused ? "paused" : late ? "behind" : "");
        }
        table.print(out);
    }

    private static List<JsonNode> standings(Remote remote) throws IOException {
        var standings = new ArrayList<JsonNode>();
        for (var topic : remote.get("log/topics").path("items")) {
            for (var group : topic.path("groups")) {
                if (standings.size() < MOST_GROUPS) {
                    standings.add(remote.get("log/topics/"
                            + Remote.step(topic.path("name").asString()) + "/groups/"
                            + Remote.step(group.asString())));
                }
            }
        }
        return standings;
    }

    private static void members(PrintWriter out, JsonNode members, Style style) {
        var table = new TextTable(style, "PROCESS", "HOST", "PID", "SINCE", "LAST BEAT", "WOKEN BY");
        members.valueStream()
                .filter(member -> member.path("alive").asBoolean())
                .forEach(member -> table.add(
                        text -> text,
                        member.path("name").asString(),
                        member.path("host").asString(),
                        member.path("pid").asString(),
                        Words.ago(time(member, "startedAt")),
                        Words.ago(time(member, "beatAt")),
                        member.path("wakeups").asString().equals("listening")
                                ? "NOTIFY"
                                : member.path("wakeups").asString()));
        table.print(out);
    }

    private static void transactions(PrintWriter out, JsonNode transactions, Style style) {
        var table = new TextTable(style, "OLDEST TRANSACTION", "ROLE", "APPLICATION", "STATE", "FOR");
        transactions.valueStream().limit(3).forEach(open -> {
            var since = time(open, "since");
            table.add(
                    isOlder(since, LONG_TRANSACTION) ? style::alarm : text -> text,
                    open.path("holder").asString(),
                    open.path("role").asString(),
                    open.path("application").asString(),
                    open.path("state").asString(),
                    Words.age(since));
        });
        table.print(out);
    }

    private static Optional<Instant> time(JsonNode node, String field) {
        return Optional.of(node.path(field).asString(""))
                .filter(text -> !text.isEmpty())
                .map(Instant::parse);
    }

    private static boolean isOlder(Optional<Instant> time, Duration than) {
        return time.filter(at -> at.isBefore(Instant.now().minus(than))).isPresent();
    }
}
