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

/** Rate limits from the command line. */
@Command(
        name = "limits",
        description = "List policies; check, look at and reset what a key has used.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah limits check api customer-4 --allow 100/PT1M && ./call-the-api",
            "  howdah limits peek api customer-4 --allow 100/PT1M"
        })
public final class LimitsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("POLICY", "/name"),
            Column.rates("LIMITS", "/limits"),
            new Column("DURABLE", "/durable"),
            new Column("SINCE", "/definedAt"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "limits", COLUMNS);
    }

    @Command(
            name = "check",
            description = "Take tokens; the exit code is 0 if they were there and 4 if not.",
            mixinStandardHelpOptions = true)
    int check(
            @Mixin Question question,
            @Option(names = "--cost", description = "How many tokens. Default: 1.") Optional<Long> cost,
            @Mixin Output form)
            throws IOException {
        var body = question.body();
        cost.ifPresent(tokens -> body.put("cost", tokens));
        var answer = Remote.of(spec).post("limits/check", body);
        return form.answer(spec, answer, answer.path("remaining").asString() + " left");
    }

    @Command(name = "peek", description = "Say how a key stands.", mixinStandardHelpOptions = true)
    int peek(@Mixin Question question, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post("limits/peek", question.body());
        return form.answer(spec, answer, answer.path("remaining").asString() + " left");
    }

    @Command(name = "reset", description = "Forget what a key has used.", mixinStandardHelpOptions = true)
    int reset(@Mixin Question question, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).post("limits/reset", question.body());
        return form.answer(
                spec, answer, answer.path("reset").asBoolean() ? "forgotten" : "there was nothing to forget");
    }

    /** Which policy and whose key. */
    static final class Question {
        @Parameters(index = "0", paramLabel = "POLICY")
        private String policy = "";

        @Parameters(index = "1", paramLabel = "KEY")
        private String key = "";

        @Option(
                names = "--allow",
                required = true,
                paramLabel = "COUNT/PERIOD",
                description = "So many in a period: 100/PT1M. May be said up to four times.")
        private List<String> limits = List.of();

        @Option(names = "--window", description = "Never more in any such period, instead of a bucket that refills.")
        private boolean window;

        private Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("policy", policy);
            body.put("key", key);
            body.put("limits", limits.stream().map(this::limit).toList());
            return body;
        }

        private Map<String, Object> limit(String text) {
            var parts = text.split("/", 2);
            if (parts.length != 2 || !parts[0].matches("\\d{1,18}")) {
                throw CommandException.withCode(2, "A limit is written 100/PT1M: " + text);
            }
            return Map.of("count", Long.parseLong(parts[0]), "period", parts[1], "window", window);
        }
    }
}
