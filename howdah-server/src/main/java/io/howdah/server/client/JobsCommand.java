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

/** Jobs from the command line. */
@Command(
        name = "jobs",
        description = "List, show, enqueue, cancel, retry and discard jobs.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "  howdah jobs --state dead --queue mail",
            "  howdah jobs --type invoice --field customer.id=42 --from 2026-01-31T12:00:00Z",
            "  howdah jobs enqueue hello '{\"to\":\"world\"}' --delay PT10S",
            "  howdah jobs show 123",
            "  howdah jobs payload 123 --reveal",
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

    private static final List<Column> LINES =
            List.of(new Column("ATTEMPT", "/attempt"), new Column("AT", "/at"), new Column("TEXT", "/text"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Output output = new Output();

    @Mixin
    private Watch watch = new Watch();

    @Option(names = "--state", description = "ready, running, deferred, blocked, done, dead, discarded, cancelled.")
    private Optional<String> state = Optional.empty();

    @Option(names = "--type", description = "Jobs of this type.")
    private Optional<String> type = Optional.empty();

    @Option(names = "--queue", description = "Jobs of this queue.")
    private Optional<String> queue = Optional.empty();

    @Mixin
    private JobSearch search = new JobSearch();

    @Option(names = "--limit", defaultValue = "20", description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        Map<String, Optional<?>> filters = new LinkedHashMap<>();
        filters.put("state", state);
        filters.put("type", type);
        filters.put("queue", queue);
        search.addTo(filters);
        filters.put("limit", Optional.of(limit));
        return watch.show(spec, out -> {
            var found = Remote.of(spec).get("jobs" + Remote.query(filters));
            output.show(out, found, COLUMNS);
            search.sayWhereItStopped(spec.commandLine().getErr(), found);
        });
    }

    @Command(name = "show", description = "Show a job and how its attempts ended.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID") long id, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).get("jobs/" + id);
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

    @Command(
            name = "payload",
            description = "Print what a job was given, fields masked by their names.",
            mixinStandardHelpOptions = true)
    int payload(@Parameters(paramLabel = "ID") long id, @Mixin RevealChoice reveal) throws IOException {
        return reveal.print(spec, "jobs/" + id + "/payload");
    }

    @Command(
            name = "result",
            description = "Print what a job said its result is, fields masked by their names.",
            mixinStandardHelpOptions = true)
    int result(@Parameters(paramLabel = "ID") long id, @Mixin RevealChoice reveal) throws IOException {
        return reveal.print(spec, "jobs/" + id + "/result");
    }

    @Command(
            name = "log",
            description = "Print the lines that were written about a job, fields masked by their names.",
            mixinStandardHelpOptions = true)
    int log(@Parameters(paramLabel = "ID") long id, @Mixin RevealChoice reveal, @Mixin Output form) throws IOException {
        form.show(spec.commandLine().getOut(), reveal.get(Remote.of(spec), "jobs/" + id + "/log"), LINES);
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
        var answer = Remote.of(spec).post("jobs", job);
        form.say(spec.commandLine().getOut(), answer, answer.path("id").asString());
        return 0;
    }

    @Command(
            name = "cancel",
            description = "Keep a job from running; one that runs is interrupted.",
            mixinStandardHelpOptions = true)
    int cancel(@Parameters(paramLabel = "ID") long id, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post("jobs/" + id + "/cancel", Map.of());
        var done = answer.path("cancelled").asBoolean();
        form.say(spec.commandLine().getOut(), answer, done ? "cancelled" : "it had ended already");
        return 0;
    }

    @Command(
            name = "retry",
            description = "Try a dead job again, or with --all those that match.",
            mixinStandardHelpOptions = true)
    int retry(
            @Parameters(paramLabel = "ID", arity = "0..1") Optional<Long> id,
            @Option(names = "--payload", paramLabel = "JSON", description = "Instead of the old one.")
                    Optional<String> payload,
            @Mixin Selection selection,
            @Mixin Output form)
            throws IOException {
        if (id.isPresent() == selection.all) {
            throw CommandException.withCode(2, "Either an id, or --all with what they have in common.");
        }
        if (selection.all) {
            return many("retry", selection, form);
        }
        Map<String, Object> body = new LinkedHashMap<>();
        payload.ifPresent(given -> body.put("payload", Remote.parsed(given)));
        var answer = Remote.of(spec).post("jobs/" + id.get() + "/retry", body);
        form.say(spec.commandLine().getOut(), answer, answer.path("id").asString());
        return 0;
    }

    @Command(
            name = "discard",
            description = "Take a dead job, or with --all those that match, from among the dead.",
            mixinStandardHelpOptions = true)
    int discard(
            @Parameters(paramLabel = "ID", arity = "0..1") Optional<Long> id,
            @Mixin Selection selection,
            @Mixin Output form)
            throws IOException {
        if (id.isPresent() == selection.all) {
            throw CommandException.withCode(2, "Either an id, or --all with what they have in common.");
        }
        if (selection.all) {
            return many("discard", selection, form);
        }
        var answer = Remote.of(spec).post("jobs/" + id.get() + "/discard", Map.of());
        var done = answer.path("discarded").asBoolean();
        form.say(spec.commandLine().getOut(), answer, done ? "discarded" : "it is not dead");
        return done ? 0 : 4;
    }

    private int many(String verb, Selection selection, Output form) throws IOException {
        var answer = Remote.of(spec).post("dead-jobs/" + verb, selection.body());
        var count = answer.path("count").asString();
        form.say(
                spec.commandLine().getOut(),
                answer,
                selection.dryRun ? count + " would be; nothing was changed" : count + " done");
        return 0;
    }

    /** Which of many. */
    static final class Selection {
        @Option(names = "--all", description = "All dead ones that match.")
        private boolean all;

        @Option(names = "--type", paramLabel = "TYPE", description = "Only jobs of this type.")
        private Optional<String> type = Optional.empty();

        @Option(names = "--queue", paramLabel = "QUEUE", description = "Only jobs of this queue.")
        private Optional<String> queue = Optional.empty();

        @Option(names = "--dry-run", description = "Only say how many.")
        private boolean dryRun;

        private Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            type.ifPresent(given -> body.put("type", given));
            queue.ifPresent(given -> body.put("queue", given));
            body.put("dryRun", dryRun);
            return body;
        }
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
