// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Jobs from the command line. */
@Command(
        name = "jobs",
        description = "List, show, enqueue and cancel jobs.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "  howdah jobs --state dead --queue mail",
            "  howdah jobs enqueue hello '{\"to\":\"world\"}' --delay PT10S",
            "  howdah jobs show 123",
            "  howdah jobs cancel 123"
        })
public final class JobsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("ID", "/id"),
            new Column("TYPE", "/type"),
            new Column("QUEUE", "/queue"),
            new Column("STATE", "/state"),
            new Column("ATTEMPTS", "/attempts"),
            new Column("ENQUEUED", "/createdAt"));

    private static final List<Column> ATTEMPTS = List.of(
            new Column("ATTEMPT", "/attempt"),
            new Column("STATE", "/state"),
            new Column("ENDED", "/endedAt"),
            new Column("TOOK", "/took"),
            new Column("MEMBER", "/member"),
            new Column("ERROR", "/error"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Output output = new Output();

    @Option(names = "--state", description = "ready, running, deferred, blocked, done, dead, discarded, cancelled.")
    private Optional<String> state = Optional.empty();

    @Option(names = "--type", description = "Jobs of this type.")
    private Optional<String> type = Optional.empty();

    @Option(names = "--queue", description = "Jobs of this queue.")
    private Optional<String> queue = Optional.empty();

    @Option(names = "--limit", defaultValue = "20", description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        var filters = Stream.of(
                        part("state", state), part("type", type), part("queue", queue), Optional.of("limit=" + limit))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("&"));
        output.show(spec.commandLine().getOut(), Remote.usual().get("jobs?" + filters), COLUMNS);
        return 0;
    }

    private static Optional<String> part(String name, Optional<String> value) {
        return value.map(given -> name + "=" + URLEncoder.encode(given, UTF_8));
    }

    @Command(name = "show", description = "Show a job and how its attempts ended.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID") long id, @Mixin Output form) throws IOException {
        var answer = Remote.usual().get("jobs/" + id);
        var out = spec.commandLine().getOut();
        var job = answer.path("job");
        form.say(
                out,
                answer,
                job.path("type").asString() + " " + id + " in queue "
                        + job.path("queue").asString() + ": "
                        + job.path("state").asString() + ", attempt "
                        + job.path("attempts").asString() + " of "
                        + job.path("maxAttempts").asString());
        form.showUnlessJson(out, answer.path("attempts"), ATTEMPTS);
        return 0;
    }

    @Command(name = "enqueue", description = "Enqueue a job; prints its id.", mixinStandardHelpOptions = true)
    int enqueue(
            @Parameters(index = "0", paramLabel = "TYPE", description = "The name that its handlers have.") String kind,
            @Parameters(index = "1", paramLabel = "PAYLOAD", defaultValue = "null", description = "JSON.")
                    String payload,
            @Mixin Choices choices,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("type", kind);
        job.put("payload", Remote.parsed(payload));
        choices.addTo(job);
        var answer = Remote.usual().post("jobs", job);
        form.say(spec.commandLine().getOut(), answer, answer.path("id").asString());
        return 0;
    }

    @Command(
            name = "cancel",
            description = "Keep a job from running; one that runs is interrupted.",
            mixinStandardHelpOptions = true)
    int cancel(@Parameters(paramLabel = "ID") long id, @Mixin Output form) throws IOException {
        var answer = Remote.usual().post("jobs/" + id + "/cancel", Map.of());
        var done = answer.path("cancelled").asBoolean();
        form.say(spec.commandLine().getOut(), answer, done ? "cancelled" : "it had ended already");
        return 0;
    }

    /** How a new job differs from the usual. */
    static final class Choices {
        @Option(names = "--to", paramLabel = "QUEUE", description = "The queue. Default: default.")
        private Optional<String> queue = Optional.empty();

        @Option(names = "--delay", paramLabel = "DURATION", description = "Not before this much later: PT10S.")
        private Optional<String> delay = Optional.empty();

        @Option(names = "--priority", paramLabel = "0-9", description = "Small is urgent. Default: 5.")
        private Optional<Integer> priority = Optional.empty();

        @Option(names = "--key", description = "Jobs with the same key run one after the other.")
        private Optional<String> key = Optional.empty();

        void addTo(Map<String, Object> job) {
            queue.ifPresent(given -> job.put("queue", given));
            delay.ifPresent(given -> job.put("delay", given));
            priority.ifPresent(given -> job.put("priority", given));
            key.ifPresent(given -> job.put("key", given));
        }
    }
}
