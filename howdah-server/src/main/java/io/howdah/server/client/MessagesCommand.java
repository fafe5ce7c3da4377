// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Messages from the command line. */
@Command(
        name = "messages",
        description = "Send, receive and acknowledge messages; look at them, purge, send dead letters again.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "  howdah messages send mail '{\"to\":\"world\"}' --group customer-17",
            "  howdah messages receive mail --max 10 --wait PT20S --ack",
            "  howdah messages redrive mail.dead --reason timeout"
        })
public final class MessagesCommand {
    private static final List<Column> RECEIVED = List.of(
            new Column("ID", "/id"),
            new Column("DELIVERY", "/delivery"),
            new Column("GROUP", "/group"),
            Column.data("PAYLOAD", "/payload"),
            new Column("RECEIPT", "/receipt"));

    private static final List<Column> WAITING = List.of(
            new Column("ID", "/id"),
            new Column("PRIORITY", "/priority"),
            new Column("DELIVERED", "/deliveries"),
            new Column("GROUP", "/group"),
            new Column("SENT", "/sentAt"),
            Column.data("PAYLOAD", "/payload"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Command(name = "send", description = "Send a message; prints its id.", mixinStandardHelpOptions = true)
    int send(
            @Parameters(index = "0", paramLabel = "QUEUE") String queue,
            @Parameters(
                            index = "1",
                            arity = "0..1",
                            paramLabel = "PAYLOAD",
                            defaultValue = "null",
                            description = "JSON. Default: null.")
                    String payload,
            @Mixin SendChoices choices,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).post(path(queue), choices.message(payload));
        return form.answer(spec, answer, answer.path("id").asString());
    }

    @Command(
            name = "receive",
            description = "Take messages and hide them from others for a time.",
            mixinStandardHelpOptions = true)
    int receive(@Parameters(paramLabel = "QUEUE") String queue, @Mixin ReceiveChoices choices, @Mixin Output form)
            throws IOException {
        var remote = Remote.of(spec);
        var answer = remote.post(path(queue) + "/receive", choices.body());
        form.show(spec.commandLine().getOut(), answer, RECEIVED);
        var receipts = receipts(answer.path("items"));
        if (choices.ack && !receipts.isEmpty()) {
            remote.post("receipts/ack", Map.of("receipts", receipts));
        }
        return 0;
    }

    @Command(name = "ack", description = "The messages are over.", mixinStandardHelpOptions = true)
    int ack(@Parameters(paramLabel = "RECEIPT", arity = "1..*") List<String> receipts, @Mixin Output form)
            throws IOException {
        return end("ack", Map.of("receipts", receipts), form);
    }

    @Command(name = "nack", description = "Give messages back, to be delivered again.", mixinStandardHelpOptions = true)
    int nack(
            @Parameters(paramLabel = "RECEIPT", arity = "1..*") List<String> receipts,
            @Option(names = "--delay", paramLabel = "DURATION", defaultValue = "PT0S") String delay,
            @Mixin Output form)
            throws IOException {
        return end("nack", Map.of("receipts", receipts, "delay", delay), form);
    }

    private int end(String verb, Map<String, ?> body, Output form) throws IOException {
        var answer = Remote.of(spec).post("receipts/" + verb, body);
        var expired = answer.path("expired").size();
        form.say(spec.commandLine().getOut(), answer, expired == 0 ? "done" : expired + " had expired");
        return expired == 0 ? 0 : 4;
    }

    @Command(
            name = "peek",
            description = "Show what is received next, without receiving it.",
            mixinStandardHelpOptions = true)
    int peek(
            @Parameters(paramLabel = "QUEUE") String queue,
            @Option(names = "--limit", defaultValue = "20") int limit,
            @Mixin PayloadSearch search,
            @Mixin RevealChoice reveal,
            @Mixin Listing all)
            throws IOException {
        Map<String, Optional<?>> filters = new LinkedHashMap<>();
        filters.put("limit", Optional.of(limit));
        search.addTo(filters);
        return all.show(spec, remote -> reveal.get(remote, path(queue), Remote.query(filters)), WAITING);
    }

    @Command(
            name = "purge",
            description = "Discard the messages that wait; those that somebody has received stay.",
            mixinStandardHelpOptions = true)
    int purge(
            @Parameters(paramLabel = "QUEUE") String queue,
            @Option(names = "--dry-run", description = "Only say how many wait.") boolean dryRun,
            @Mixin Output form)
            throws IOException {
        var remote = Remote.of(spec);
        if (dryRun) {
            var figures = remote.get("queues/" + Remote.step(queue) + "/statistics");
            var waiting = figures.path("ready").asLong()
                    + figures.path("delayed").asLong()
                    + figures.path("blocked").asLong();
            return form.answer(spec, figures, waiting + " would be discarded");
        }
        var answer = remote.delete(path(queue));
        return form.answer(spec, answer, answer.path("count").asString() + " discarded");
    }

    @Command(
            name = "redrive",
            description = "Send dead letters to where they came from.",
            mixinStandardHelpOptions = true)
    int redrive(
            @Parameters(paramLabel = "QUEUE", description = "That of the dead letters.") String queue,
            @Mixin RedriveChoices choices,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).post("queues/" + Remote.step(queue) + "/redrive", choices.body());
        var count = answer.path("count").asString();
        form.say(
                spec.commandLine().getOut(),
                answer,
                choices.dryRun ? count + " would be; nothing was changed" : count + " sent again");
        return 0;
    }

    private static List<String> receipts(JsonNode items) {
        return StreamSupport.stream(items.spliterator(), false)
                .map(item -> item.path("receipt").asString())
                .toList();
    }

    private static String path(String queue) {
        return "queues/" + Remote.step(queue) + "/messages";
    }

    /** How messages are received. */
    static final class ReceiveChoices {
        @Option(names = "--max", paramLabel = "COUNT", defaultValue = "1", description = "1 to 100.")
        private int max;

        @Option(names = "--wait", paramLabel = "DURATION", description = "For the first, up to PT60S.")
        private Optional<String> wait = Optional.empty();

        @Option(names = "--visibility", paramLabel = "DURATION", description = "How long others do not see them.")
        private Optional<String> visibility = Optional.empty();

        @Option(names = "--ack", description = "Acknowledge them as soon as they are printed.")
        private boolean ack;

        private Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("max", max);
            wait.ifPresent(given -> body.put("waiting", given));
            visibility.ifPresent(given -> body.put("visibility", given));
            return body;
        }
    }

    /** Which dead letters, and how fast. */
    static final class RedriveChoices {
        @Option(names = "--from", paramLabel = "QUEUE", description = "Only those that came from here.")
        private Optional<String> from = Optional.empty();

        @Option(names = "--reason", description = "Only those whose reason contains these words.")
        private Optional<String> reason = Optional.empty();

        @Option(names = "--at-most", paramLabel = "COUNT", description = "So many, and no more.")
        private Optional<Integer> most = Optional.empty();

        @Option(names = "--rate", paramLabel = "COUNT/PERIOD", description = "No faster than that: 100/PT1M.")
        private Optional<String> rate = Optional.empty();

        @Option(names = "--dry-run", description = "Only say how many.")
        private boolean dryRun;

        private Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            from.ifPresent(given -> body.put("from", given));
            reason.ifPresent(given -> body.put("reasonContaining", given));
            most.ifPresent(given -> body.put("atMost", given));
            rate.ifPresent(given -> body.putAll(DeliveryChoices.rate(given)));
            body.put("dryRun", dryRun);
            return body;
        }
    }
}
