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

/** Schedules from the command line. */
@Command(
        name = "schedules",
        description = "List, declare, pause, resume, run and remove schedules.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah schedules",
            "  howdah schedules declare nightly report --cron '0 2 * * *' --zone Europe/Berlin",
            "  howdah schedules run nightly"
        })
public final class SchedulesCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("SCHEDULE", "/name"),
            new Column("CRON", "/cron"),
            new Column("ZONE", "/zone"),
            Column.span("EVERY", "/every"),
            new Column("TYPE", "/type"),
            new Column("NEXT", "/next/0"),
            new Column("PAUSED", "/pausedAt"));

    private static final List<Column> RUNS =
            List.of(new Column("TICK", "/scheduledFor"), new Column("OUTCOME", "/outcome"), new Column("JOB", "/job"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "schedules", COLUMNS);
    }

    @Command(name = "show", description = "Show a schedule and its last runs.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).get(path(name));
        var next = answer.at("/schedule/next/0").asString("none, it is paused");
        form.say(spec.commandLine().getOut(), answer, name + ", next tick: " + next);
        form.showUnlessJson(spec.commandLine().getOut(), answer.path("runs"), RUNS);
        return 0;
    }

    @Command(
            name = "declare",
            description = "Make a schedule, or change the one of that name.",
            mixinStandardHelpOptions = true)
    int declare(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "TYPE", description = "Of the jobs that it enqueues.") String type,
            @Mixin When when,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).put(path(name), when.schedule(type));
        return form.answer(spec, answer, "next tick: " + answer.at("/next/0").asString("none, it is paused"));
    }

    @Command(name = "pause", description = "Let it tick no more.", mixinStandardHelpOptions = true)
    int pause(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post(path(name) + "/pause", Map.of());
        return form.answer(spec, answer, name + " is paused");
    }

    @Command(name = "resume", description = "Let it tick again.", mixinStandardHelpOptions = true)
    int resume(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post(path(name) + "/resume", Map.of());
        return form.answer(
                spec, answer, name + " ticks next at " + answer.at("/next/0").asString());
    }

    @Command(name = "run", description = "Enqueue its job now; prints the job's id.", mixinStandardHelpOptions = true)
    int run(@Parameters(paramLabel = "NAME") String name, @Mixin Waiting waiting, @Mixin Output form)
            throws IOException {
        var awaited = waiting.isOn();
        var answer = Remote.of(spec).post(path(name) + "/run", Map.of());
        if (!answer.has("job")) {
            form.say(spec.commandLine().getOut(), answer, "nothing was enqueued: the last run has not ended");
            return awaited ? 4 : 0;
        }
        var id = answer.path("job").asString();
        return waiting.after(
                spec, form, answer, id, () -> Standing.job(Remote.of(spec).get("jobs/" + id)));
    }

    @Command(name = "remove", description = "Forget a schedule.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).delete(path(name));
        var removed = answer.path("removed").asBoolean();
        return form.answer(spec, answer, removed ? "removed" : "there was none");
    }

    private static String path(String name) {
        return "schedules/" + Remote.step(name);
    }

    /** When it ticks, and what it enqueues. */
    static final class When {
        @Option(names = "--cron", paramLabel = "EXPRESSION", description = "minute hour day month weekday.")
        private Optional<String> cron = Optional.empty();

        @Option(names = "--zone", description = "Such as Europe/Berlin. Default: UTC.")
        private Optional<String> zone = Optional.empty();

        @Option(names = "--every", paramLabel = "DURATION", description = "Instead of cron: PT15M.")
        private Optional<String> every = Optional.empty();

        @Option(names = "--to", paramLabel = "QUEUE", description = "The queue. Default: default.")
        private Optional<String> queue = Optional.empty();

        @Option(names = "--payload", paramLabel = "JSON", defaultValue = "null")
        private String payload = "null";

        @Option(names = "--skip-overlap", description = "Enqueue nothing while the last run has not ended.")
        private boolean skipOverlap;

        private Map<String, Object> schedule(String type) {
            Map<String, Object> schedule = new LinkedHashMap<>();
            schedule.put("type", type);
            schedule.put("payload", Remote.parsed(payload));
            cron.ifPresent(given -> schedule.put("cron", given));
            zone.ifPresent(given -> schedule.put("zone", given));
            every.ifPresent(given -> schedule.put("every", given));
            queue.ifPresent(given -> schedule.put("queue", given));
            schedule.put("overlap", skipOverlap ? "skip" : "allow");
            return schedule;
        }
    }
}
