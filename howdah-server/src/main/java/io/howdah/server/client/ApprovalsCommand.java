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

/** Approvals from the command line. */
@Command(
        name = "approvals",
        description = "List, show, ask for and decide approvals.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "  howdah approvals --state pending",
            "  howdah approvals request deploy/shop --group leads --then deploy",
            "  howdah approvals approve 17 --comment 'looks good'"
        })
public final class ApprovalsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("ID", "/id"),
            new Column("SUBJECT", "/subject"),
            new Column("ASKED BY", "/requester"),
            new Column("STATE", "/state"),
            new Column("DECIDED BY", "/decidedBy"),
            new Column("ASKED", "/requestedAt"),
            new Column("EXPIRES", "/expiresAt"));

    private static final List<Column> STEPS = List.of(
            new Column("AT", "/at"),
            new Column("ACTION", "/action"),
            new Column("BY", "/actor"),
            new Column("COMMENT", "/comment"));

    private static final List<Column> DELEGATIONS = List.of(
            new Column("WHO", "/delegator"),
            new Column("LETS VOTE", "/delegate"),
            new Column("GROUPS", "/groups"),
            new Column("UNTIL", "/until"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Listing listing = new Listing();

    @Option(names = "--waiting", description = "Only what waits for the owner of the key.")
    private boolean waiting;

    @Option(names = "--state", description = "pending, approved, rejected, expired, withdrawn, superseded.")
    private Optional<String> state = Optional.empty();

    @Option(names = "--subject", description = "Requests about this.")
    private Optional<String> subject = Optional.empty();

    @Option(names = "--limit", defaultValue = "20", description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        Map<String, Optional<?>> filters = new LinkedHashMap<>();
        filters.put("limit", Optional.of(limit));
        if (!waiting) {
            filters.put("state", state);
            filters.put("subject", subject);
        }
        var path = waiting ? "approvals/waiting" : "approvals";
        return listing.show(spec, path + Remote.query(filters), COLUMNS);
    }

    @Command(name = "show", description = "Show a request and what happened to it.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID") long id, @Mixin RevealChoice reveal, @Mixin Output form)
            throws IOException {
        var remote = Remote.of(spec);
        var found = reveal.get(remote, "approvals/" + id);
        var one = found.path("approval");
        form.say(
                spec.commandLine().getOut(),
                found,
                one.path("subject").asString() + ", asked for by "
                        + one.path("requester").asString() + ": "
                        + one.path("state").asString());
        form.showUnlessJson(
                spec.commandLine().getOut(),
                remote.get("approvals/" + id + "/history").path("items"),
                STEPS);
        return 0;
    }

    @Command(
            name = "request",
            description = "Ask people to approve something; prints the request's id.",
            mixinStandardHelpOptions = true)
    int request(
            @Parameters(paramLabel = "SUBJECT", description = "Such as deploy/shop/production.") String about,
            @Mixin Policy policy,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).post("approvals", policy.request(about));
        return form.answer(spec, answer, answer.path("id").asString());
    }

    @Command(name = "approve", description = "Vote for a request.", mixinStandardHelpOptions = true)
    int approve(@Parameters(paramLabel = "ID") long id, @Mixin VoteChoices choices, @Mixin Output form)
            throws IOException {
        return say(id, "approve", choices.body(), form);
    }

    @Command(name = "reject", description = "Vote against a request.", mixinStandardHelpOptions = true)
    int reject(@Parameters(paramLabel = "ID") long id, @Mixin VoteChoices choices, @Mixin Output form)
            throws IOException {
        return say(id, "reject", choices.body(), form);
    }

    @Command(name = "break-glass", description = "Approve alone, in an emergency.", mixinStandardHelpOptions = true)
    int breakGlass(
            @Parameters(paramLabel = "ID") long id,
            @Option(names = "--reason", required = true) String reason,
            @Mixin Output form)
            throws IOException {
        return say(id, "break-glass", Map.of("reason", reason), form);
    }

    @Command(name = "withdraw", description = "Take a request back.", mixinStandardHelpOptions = true)
    int withdraw(
            @Parameters(paramLabel = "ID") long id,
            @Option(names = "--reason", required = true) String reason,
            @Mixin Output form)
            throws IOException {
        return say(id, "withdraw", Map.of("reason", reason), form);
    }

    @Command(
            name = "abandon-follow-up",
            description = "Give up what should follow a stuck request, so that the rest of it goes on.",
            mixinStandardHelpOptions = true)
    int abandonFollowUp(
            @Parameters(paramLabel = "ID") long id,
            @Option(names = "--reason", required = true) String reason,
            @Mixin Output form)
            throws IOException {
        return say(id, "abandon-follow-up", Map.of("reason", reason), form);
    }

    @Command(
            name = "delegations",
            description = "List who votes for you, and for whom you vote.",
            mixinStandardHelpOptions = true)
    int delegations(@Mixin Listing all) throws IOException {
        return all.show(spec, "delegations", DELEGATIONS);
    }

    @Command(
            name = "delegate",
            description = "For a time, somebody else may vote for you.",
            mixinStandardHelpOptions = true)
    int delegate(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--period", paramLabel = "DURATION", defaultValue = "P7D", description = "Up to P366D.")
                    String period,
            @Mixin Output form)
            throws IOException {
        var answer = Remote.of(spec).post("delegations", Map.of("delegate", name, "period", period));
        form.show(spec.commandLine().getOut(), answer, DELEGATIONS);
        return 0;
    }

    @Command(name = "undelegate", description = "Somebody votes for you no more.", mixinStandardHelpOptions = true)
    int undelegate(@Parameters(paramLabel = "NAME") String name, @Mixin Output form) throws IOException {
        var answer = Remote.of(spec).delete("delegations/" + Remote.step(name));
        var ended = answer.path("ended").asBoolean();
        return form.answer(spec, answer, ended ? "ended" : name + " did not vote for you");
    }

    private int say(long id, String verb, Map<String, ?> body, Output form) throws IOException {
        var answer = Remote.of(spec).post("approvals/" + id + "/" + verb, body);
        return form.answer(
                spec,
                answer,
                answer.path("state").asString(answer.path("outcome").asString()));
    }

    /** What is said with a vote. */
    static final class VoteChoices {
        @Option(names = "--comment", description = "Why.")
        private Optional<String> comment = Optional.empty();

        @Option(names = "--for", paramLabel = "NAME", description = "Who has delegated the vote to you.")
        private Optional<String> whom = Optional.empty();

        private Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            comment.ifPresent(given -> body.put("comment", given));
            whom.ifPresent(given -> body.put("onBehalfOf", given));
            return body;
        }
    }

    /** What it takes to approve, and what follows. */
    static final class Policy {
        @Option(names = "--needed", paramLabel = "COUNT", defaultValue = "1", description = "So many of them.")
        private int needed;

        @Option(names = "--group", description = "Who may approve; may be said several times.")
        private List<String> groups = List.of();

        @Option(names = "--person", description = "Who may approve; may be said several times.")
        private List<String> people = List.of();

        @Option(names = "--requester", description = "Who asks. Default: the key.")
        private Optional<String> requester = Optional.empty();

        @Option(names = "--expires", paramLabel = "DURATION", defaultValue = "P7D")
        private String expires = "P7D";

        @Option(names = "--then", paramLabel = "TYPE", description = "The job that follows an approval.")
        private Optional<String> then = Optional.empty();

        @Option(names = "--payload", paramLabel = "JSON", defaultValue = "null", description = "Its payload.")
        private String payload = "null";

        Map<String, Object> request(String subject) {
            if (groups.isEmpty() && people.isEmpty()) {
                throw CommandException.withCode(2, "Say who may approve it, with --group or --person.");
            }
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("subject", subject);
            requester.ifPresent(given -> body.put("requester", given));
            body.put(
                    "policy",
                    Map.of(
                            "rules",
                            List.of(Map.of("needed", needed, "groups", groups, "people", people)),
                            "expiresAfter",
                            expires));
            then.ifPresent(type -> body.put(
                    "continuations",
                    List.of(Map.of("occasion", "APPROVED", "type", type, "payload", Remote.parsed(payload)))));
            return body;
        }
    }
}
