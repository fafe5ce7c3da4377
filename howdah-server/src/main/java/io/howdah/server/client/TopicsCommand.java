// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Topics from the command line. */
@Command(
        name = "topics",
        description = "List and change which queues get what is published; publish.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah topics bind 'order.*.created' invoices",
            "  howdah topics publish order.eu.created '{\"order\":17}'"
        })
public final class TopicsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS =
            List.of(new Column("PATTERN", "/pattern"), new Column("QUEUE", "/queue"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "bindings", COLUMNS);
    }

    @Command(name = "bind", description = "From now on the queue gets what matches.", mixinStandardHelpOptions = true)
    int bind(
            @Parameters(index = "0", paramLabel = "PATTERN") String pattern,
            @Parameters(index = "1", paramLabel = "QUEUE") String queue,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).post("bindings", Map.of("pattern", pattern, "queue", queue));
        return form.answer(
                spec,
                answer,
                queue + (answer.path("changed").asBoolean() ? " is bound to " : " was bound already to ") + pattern);
    }

    @Command(name = "unbind", description = "From now on not any more.", mixinStandardHelpOptions = true)
    int unbind(
            @Parameters(index = "0", paramLabel = "PATTERN") String pattern,
            @Parameters(index = "1", paramLabel = "QUEUE") String queue,
            @Mixin Output form)
            throws IOException {
        Map<String, Optional<?>> which = new TreeMap<>();
        which.put("pattern", Optional.of(pattern));
        which.put("queue", Optional.of(queue));
        var answer = Remote.of(spec).delete("bindings" + Remote.query(which));
        return form.answer(
                spec,
                answer,
                queue + (answer.path("changed").asBoolean() ? " is not bound any more" : " was not bound"));
    }

    @Command(name = "route", description = "Say which queues a topic reaches.", mixinStandardHelpOptions = true)
    int route(@Parameters(paramLabel = "TOPIC") String topic, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).get("topics/" + Remote.step(topic));
        var reached = answer.path("queues");
        return form.answer(
                spec,
                answer,
                reached.isEmpty()
                        ? "nobody is interested"
                        : String.join(
                                "\n",
                                reached.valueStream().map(one -> one.asString()).toList()));
    }

    @Command(
            name = "publish",
            description = "Send a message to every queue that the topic reaches.",
            mixinStandardHelpOptions = true)
    int publish(
            @Parameters(index = "0", paramLabel = "TOPIC") String topic,
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
        var answer = Remote.of(spec).post("topics/" + Remote.step(topic), choices.message(payload));
        var reached = answer.path("messages").propertyNames();
        return form.answer(
                spec, answer, reached.isEmpty() ? "nobody is interested" : "sent to " + String.join(", ", reached));
    }
}
