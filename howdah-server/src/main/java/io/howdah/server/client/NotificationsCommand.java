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

/** Notifications from the command line. */
@Command(
        name = "notifications",
        description = "Send notifications and look at them; redeliver dead letters; endpoints, people, inbox.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {
            EndpointsCommand.class,
            MalformedCommand.class,
            TemplatesCommand.class,
            PeopleCommand.class,
            InboxCommand.class
        },
        footer = {
            "",
            "  howdah notifications send order.shipped order-42-shipped --to person:ada --subject 'Order 42'",
            "  howdah notifications show 17",
            "  howdah notifications causes",
            "  howdah notifications redeliver --all --endpoint billing --rate 100/PT1M --dry-run"
        })
public final class NotificationsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("ID", "/id"),
            new Column("TYPE", "/type"),
            new Column("PRODUCER", "/producer"),
            new Column("KEY", "/key"),
            new Column("DELIVERED", "/delivered"),
            new Column("WAITING", "/waiting"),
            new Column("DEAD", "/dead"),
            new Column("TAKEN IN", "/acceptedAt"));

    private static final List<Column> DELIVERIES = List.of(
            new Column("DELIVERY", "/id"),
            new Column("NOTIFICATION", "/notification"),
            new Column("CHANNEL", "/channel"),
            new Column("ADDRESS", "/address"),
            new Column("STATE", "/state"),
            new Column("ATTEMPTS", "/attempts"),
            new Column("CAUSE", "/cause"),
            new Column("ENDED", "/endedAt"));

    private static final List<Column> OF_ONE = List.of(
            new Column("DELIVERY", "/delivery/id"),
            new Column("CHANNEL", "/delivery/channel"),
            new Column("ADDRESS", "/delivery/address"),
            new Column("STATE", "/delivery/state"),
            new Column("ATTEMPTS", "/delivery/attempts"),
            new Column("CAUSE", "/delivery/cause"),
            new Column("ERROR", "/delivery/error"));

    private static final List<Column> ATTEMPTS = List.of(
            new Column("AT", "/at"),
            new Column("RESULT", "/result"),
            new Column("STATUS", "/status"),
            Column.span("TOOK", "/took"),
            new Column("PEER", "/peer"),
            new Column("ERROR", "/error"));

    private static final List<Column> CAUSES = List.of(
            new Column("CAUSE", "/cause"),
            new Column("CHANNEL", "/channel"),
            new Column("LETTERS", "/count"),
            new Column("ADDRESSES", "/addresses"),
            new Column("FIRST", "/firstAt"),
            new Column("LAST", "/lastAt"),
            new Column("ERROR", "/error"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Option(names = "--type", description = "Notifications of this type.")
    private Optional<String> type = Optional.empty();

    @Option(names = "--producer", description = "Those of this producer.")
    private Optional<String> producer = Optional.empty();

    @Option(names = "--key", description = "The one with this key.")
    private Optional<String> key = Optional.empty();

    @Option(names = "--correlation", description = "Those that belong to this.")
    private Optional<String> correlation = Optional.empty();

    @Option(names = "--limit", defaultValue = "20", description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        Map<String, Optional<?>> filters = new LinkedHashMap<>();
        filters.put("type", type);
        filters.put("producer", producer);
        filters.put("key", key);
        filters.put("correlation", correlation);
        filters.put("limit", Optional.of(limit));
        return listing.show(spec, "notifications" + Remote.query(filters), COLUMNS);
    }

    @Command(
            name = "show",
            description = "Show a notification and its deliveries, or a delivery (msg_…) and its attempts.",
            mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID") String id, @Mixin Output form) throws IOException {
        var out = spec.commandLine().getOut();
        if (id.startsWith("msg_")) {
            var found = Remote.of(spec).get("notifications/deliveries/" + Remote.step(id));
            var one = found.path("delivery");
            form.say(
                    out,
                    found,
                    one.path("type").asString() + " by " + one.path("channel").asString() + " to "
                            + one.path("address").asString() + ": "
                            + one.path("state").asString());
            form.showUnlessJson(out, found.path("attempts"), ATTEMPTS);
            return 0;
        }
        var found = Remote.of(spec).get("notifications/" + Remote.step(id));
        var one = found.path("notification");
        form.say(
                out,
                found,
                one.path("type").asString() + " of " + one.path("producer").asString() + ": "
                        + one.path("delivered").asString() + " delivered, "
                        + one.path("waiting").asString() + " waiting, "
                        + one.path("dead").asString() + " dead");
        form.showUnlessJson(out, found.path("deliveries"), OF_ONE);
        return 0;
    }

    @Command(
            name = "send",
            description = "Tell somebody; prints the notification's id.",
            mixinStandardHelpOptions = true)
    int send(
            @Parameters(index = "0", paramLabel = "TYPE", description = "Such as order.shipped.") String kind,
            @Parameters(index = "1", paramLabel = "KEY", description = "What makes it the same when it is sent again.")
                    String once,
            @Mixin NotificationChoices choices,
            @Mixin Waiting waiting,
            @Mixin Output form)
            throws IOException {
        waiting.isOn();
        var answer = Remote.of(spec).post("notifications", choices.intent(kind, once));
        var id = answer.path("id").asString();
        return waiting.after(
                spec,
                form,
                answer,
                id,
                () -> Standing.notification(Remote.of(spec).get("notifications/" + id)));
    }

    @Command(
            name = "deliveries",
            description = "List deliveries; with --state dead, the dead letters.",
            mixinStandardHelpOptions = true)
    int deliveries(
            @Option(names = "--state", description = "waiting, gathered, delivered, dead, discarded.")
                    Optional<String> state,
            @Option(
                            names = "--limit",
                            defaultValue = "20",
                            description = "How many at most. Default: ${DEFAULT-VALUE}.")
                    int most,
            @Mixin DeliveryChoices choices,
            @Mixin Listing all)
            throws IOException {
        Map<String, Optional<?>> filters = new LinkedHashMap<>();
        filters.put("state", state);
        choices.body().forEach((name, value) -> filters.put(name, Optional.of(value)));
        filters.put("limit", Optional.of(most));
        return all.show(spec, "notifications/deliveries" + Remote.query(filters), DELIVERIES);
    }

    @Command(name = "causes", description = "Show dead letters by what they died of.", mixinStandardHelpOptions = true)
    int causes(@Mixin Listing all) throws IOException {
        return all.show(spec, "notifications/causes", CAUSES);
    }

    @Command(
            name = "redeliver",
            description = "Deliver one again, under the same id, or with --all those that match.",
            mixinStandardHelpOptions = true)
    int redeliver(
            @Parameters(paramLabel = "DELIVERY", arity = "0..1") Optional<String> id,
            @Mixin ManyDeliveries many,
            @Option(names = "--rate", paramLabel = "COUNT/PERIOD", description = "No faster than that: 100/PT1M.")
                    Optional<String> rate,
            @Option(names = "--with-delivered", description = "Also what was delivered, if a receiver has lost it.")
                    boolean withDelivered,
            @Mixin Output form)
            throws IOException {
        if (!many.many().isAll(id)) {
            var waiting = many.many().waiting();
            waiting.isOn();
            var path = "notifications/deliveries/" + Remote.step(id.get());
            var answer = Remote.of(spec).post(path + "/redeliver", Map.of());
            return waiting.after(
                    spec,
                    form,
                    answer,
                    "it waits for its turn",
                    () -> Standing.delivery(Remote.of(spec).get(path)));
        }
        var body = many.body();
        body.put("withDelivered", withDelivered);
        rate.ifPresent(given -> body.putAll(DeliveryChoices.rate(given)));
        return many.many().run(spec, form, "notifications/redeliver", body);
    }

    @Command(
            name = "discard",
            description = "Dead letters that match need not be delivered any more.",
            mixinStandardHelpOptions = true)
    int discard(@Mixin ManyDeliveries many, @Mixin Output form) throws IOException {
        many.many().isAll(Optional.empty());
        return many.many().run(spec, form, "notifications/discard", many.body());
    }
}
