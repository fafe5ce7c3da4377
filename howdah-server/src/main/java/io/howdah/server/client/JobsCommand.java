// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.time.Duration;
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

/** Jobs from the command line. */
@Command(
        name = "jobs",
        description = "List, show, enqueue, wait for, cancel, retry and discard jobs.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "  howdah jobs --state dead --queue mail",
            "  howdah jobs --type invoice --field customer.id=42 --from 2026-01-31T12:00:00Z",
            "  howdah jobs enqueue hello '{\"to\":\"world\"}' --delay PT10S",
            "  howdah jobs enqueue report --wait --timeout PT5M",
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
            Column.span("TOOK", "/took"),
            new Column("MEMBER", "/member"),
            new Column("ERROR", "/error"));

    private static final List<Column> LINES =
            List.of(new Column("ATTEMPT", "/attempt"), new Column("AT", "/at"), new Column("TEXT", "/text"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Option(
            names = "--state",
            description = "ready, running, deferred, blocked, waiting, done, dead, discarded, cancelled.")
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
        return listing.show(
                spec,
                remote -> remote.get("jobs" + Remote.query(filters)),
                COLUMNS,
                found -> search.sayWhereItStopped(spec.commandLine().getErr(), found));
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
    int log(@Parameters(paramLabel = "ID") long id, @Mixin RevealChoice reveal, @Mixin Listing all) throws IOException {
        return all.show(spec, remote -> reveal.get(remote, "jobs/" + id + "/log"), LINES);
    }

    @Command(name = "enqueue", description = "Enqueue a job; prints its id.", mixinStandardHelpOptions = true)
    int enqueue(
            @Parameters(index = "0", paramLabel = "TYPE", description = "The name that its handlers have.") String kind,
            @Parameters(
                            index = "1",
                            arity = "0..1",
                            paramLabel = "PAYLOAD",
                            defaultValue = "null",
                            description = "JSON. Default: null.")
                    String payload,
            @Mixin Choices choices,
            @Mixin Waiting waiting,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("type", kind);
        job.put("payload", Remote.parsed(payload));
        choices.addTo(job);
        waiting.isOn();
        return follow(waiting, form, Remote.of(spec).post("jobs", job));
    }

    private int follow(Waiting waiting, Output form, JsonNode answer) throws IOException {
        var id = answer.path("id").asString();
        return waiting.after(
                spec, form, answer, id, () -> Standing.job(Remote.of(spec).get("jobs/" + id)));
    }

    @Command(
            name = "wait",
            description = "Wait until a job has ended; the exit code tells how: 0 done, 1 dead, 7 called off.",
            mixinStandardHelpOptions = true)
    int await(
            @Parameters(paramLabel = "ID") long id,
            @Option(names = "--timeout", paramLabel = "DURATION", description = "No longer than this: PT5M. Code 124.")
                    Optional<Duration> timeout,
            @Mixin Output form)
            throws IOException {
        return Waiting.upTo(timeout)
                .await(spec, form, () -> Standing.job(Remote.of(spec).get("jobs/" + id)));
    }

    @Command(
            name = "cancel",
            description = "Keep a job from running; one that runs is interrupted. With --all, those that wait.",
            mixinStandardHelpOptions = true)
    int cancel(
            @Parameters(paramLabel = "ID", arity = "0..1") Optional<Long> id,
            @Mixin JobSelection selection,
            @Mixin Output form)
            throws IOException {
        if (selection.many().isAll(id)) {
            return selection.many().run(spec, form, "pending-jobs/cancel", selection.body());
        }
        var answer = Remote.of(spec).post("jobs/" + id.get() + "/cancel", Map.of());
        var done = answer.path("cancelled").asBoolean();
        return form.answer(spec, answer, done ? "cancelled" : "it had ended already");
    }

    @Command(
            name = "retry",
            description = "Try a dead job again, or with --all those that match.",
            mixinStandardHelpOptions = true)
    int retry(
            @Parameters(paramLabel = "ID", arity = "0..1") Optional<Long> id,
            @Option(names = "--payload", paramLabel = "JSON", description = "Instead of the old one.")
                    Optional<String> payload,
            @Mixin JobSelection selection,
            @Mixin Output form)
            throws IOException {
        if (selection.many().isAll(id)) {
            return selection.many().run(spec, form, "dead-jobs/retry", selection.body());
        }
        Map<String, Object> body = new LinkedHashMap<>();
        payload.ifPresent(given -> body.put("payload", Remote.parsed(given)));
        var waiting = selection.many().waiting();
        waiting.isOn();
        return follow(waiting, form, Remote.of(spec).post("jobs/" + id.get() + "/retry", body));
    }

    @Command(
            name = "discard",
            description = "Take a dead job, or with --all those that match, from among the dead.",
            mixinStandardHelpOptions = true)
    int discard(
            @Parameters(paramLabel = "ID", arity = "0..1") Optional<Long> id,
            @Mixin JobSelection selection,
            @Mixin Output form)
            throws IOException {
        if (selection.many().isAll(id)) {
            return selection.many().run(spec, form, "dead-jobs/discard", selection.body());
        }
        var answer = Remote.of(spec).post("jobs/" + id.get() + "/discard", Map.of());
        var done = answer.path("discarded").asBoolean();
        form.say(spec.commandLine().getOut(), answer, done ? "discarded" : "it is not dead");
        return done ? 0 : 4;
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
