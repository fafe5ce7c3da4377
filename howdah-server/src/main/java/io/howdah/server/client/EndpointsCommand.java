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

/** Endpoints of webhooks from the command line. */
@Command(
        name = "endpoints",
        description = "List endpoints and how they fare; put, show, rotate, disable, enable, remove.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah notifications endpoints put billing https://billing.example/hooks --type 'order.*'",
            "  howdah notifications endpoints rotate billing --overlap PT24H"
        })
public final class EndpointsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("NAME", "/name"),
            new Column("HEALTH", "/health"),
            new Column("URL", "/url"),
            new Column("TYPES", "/types"),
            new Column("FAILURES", "/failures"),
            new Column("FAILING SINCE", "/failingSince"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Override
    public Integer call() throws IOException {
        return listing.show(spec, "notifications/endpoints?limit=500", COLUMNS);
    }

    @Command(name = "show", description = "Show an endpoint and how it fares.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var found = Remote.of(spec).get(path(name));
        var why = found.path("disabledWhy").asString("");
        return form.answer(
                spec,
                found,
                name + " at " + found.path("url").asString() + ": "
                        + found.path("health").asString() + (why.isEmpty() ? "" : ", " + why));
    }

    @Command(
            name = "put",
            description = "Make an endpoint and print the key that signs, which is not shown again; or change one.",
            mixinStandardHelpOptions = true)
    int put(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "URL") String url,
            @Mixin EndpointChoices choices,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).put(path(name), choices.body(url));
        return form.answer(spec, answer, answer.path("secret").asString(name + " is changed"));
    }

    @Command(
            name = "rotate",
            description = "Sign with a new key, and print it; it is not shown again.",
            mixinStandardHelpOptions = true)
    int rotate(
            @Parameters(paramLabel = "NAME") String name,
            @Option(
                            names = "--overlap",
                            paramLabel = "DURATION",
                            description = "The old key signs too. Default: PT24H.")
                    Optional<String> overlap,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        overlap.ifPresent(given -> body.put("overlap", given));
        var answer = Remote.of(spec).post(path(name) + "/rotate", body);
        return form.answer(spec, answer, answer.path("secret").asString());
    }

    @Command(name = "disable", description = "Send nothing to it any more.", mixinStandardHelpOptions = true)
    int disable(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--reason", description = "Kept with it.") Optional<String> reason,
            @Mixin Output form)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        reason.ifPresent(given -> body.put("reason", given));
        return form.answer(spec, Remote.of(spec).post(path(name) + "/disable", body), name + " is disabled");
    }

    @Command(name = "enable", description = "Send to it again.", mixinStandardHelpOptions = true)
    int enable(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        return form.answer(spec, Remote.of(spec).post(path(name) + "/enable", Map.of()), name + " is enabled");
    }

    @Command(
            name = "remove",
            description = "Remove it; what waits for it becomes a dead letter.",
            mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).delete(path(name));
        return form.answer(spec, answer, answer.path("changed").asBoolean() ? "removed" : "there was none");
    }

    private static String path(String name) {
        return "notifications/endpoints/" + Remote.step(name);
    }

    /** How an endpoint differs from the usual. */
    static final class EndpointChoices {
        @Option(
                names = "--type",
                paramLabel = "TYPE",
                description = "It subscribes to order.*. May be said several times.")
        private List<String> types = List.of();

        @Option(names = "--concurrency", paramLabel = "1-100", description = "Deliveries at a time. Default: 10.")
        private Optional<Integer> concurrency = Optional.empty();

        @Option(
                names = "--timeout",
                paramLabel = "DURATION",
                description = "An answer may take that long. Default: PT15S.")
        private Optional<String> timeout = Optional.empty();

        @Option(names = "--rate", paramLabel = "COUNT/PERIOD", description = "No faster than that: 10/PT1S.")
        private Optional<String> rate = Optional.empty();

        private Map<String, Object> body(String url) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("url", url);
            body.put("types", types);
            concurrency.ifPresent(given -> body.put("concurrency", given));
            timeout.ifPresent(given -> body.put("timeout", given));
            rate.ifPresent(given -> body.putAll(DeliveryChoices.rate(given)));
            return body;
        }
    }
}
