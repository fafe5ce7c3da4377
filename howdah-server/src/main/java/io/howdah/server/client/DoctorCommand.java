// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Looks at everything that usually goes wrong, and says what to do about it. */
@Command(
        name = "doctor",
        description = "Look for what is wrong; each finding comes with its fix. The exit code is 1 if there is any.",
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS =
            List.of(new Column("", "/mark"), new Column("WHAT", "/what"), new Column("FIX", "/fix"));

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Output output = new Output();

    private final List<Map<String, String>> findings = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        var remote = Remote.of(spec);
        members(remote.get("members").path("items"));
        loops(remote.get("loops").path("items"));
        database(remote.get("database"));
        queues(remote.get("queues").path("items"));
        groups(remote);
        deadJobs(remote);
        notifications(remote);
        approvals(remote);
        var wrong = findings.stream().anyMatch(one -> "✗".equals(one.get("mark")));
        if (!wrong) {
            found("✓", "nothing else is wrong", "");
        }
        output.tell(spec.commandLine().getOut(), Remote.tree(Map.of("items", findings)), COLUMNS, DoctorCommand::told);
        return wrong ? 1 : 0;
    }

    /** What to do about it is below what was found. */
    private static String told(JsonNode finding) {
        var fix = finding.path("fix").asString();
        return finding.path("mark").asString() + " " + finding.path("what").asString()
                + (fix.isEmpty() ? "" : System.lineSeparator() + "    → " + fix);
    }

    private void members(JsonNode members) {
        var alive = members.valueStream()
                .filter(member -> member.path("alive").asBoolean())
                .toList();
        if (alive.isEmpty()) {
            found("✗", "no process takes part", "start a replica (howdah serve) or your application");
        } else {
            found("✓", alive.size() + " processes take part", "");
        }
        alive.stream()
                .filter(member -> !member.path("wakeups").asString().equals("listening"))
                .forEach(member -> found(
                        "✗",
                        member.path("name").asString() + " is not woken by NOTIFY: "
                                + member.path("wakeups").asString(),
                        "give it a direct address to the primary, past the pooler; until then it polls"));
    }

    private void loops(JsonNode loops) {
        loops.valueStream()
                .filter(loop -> loop.path("failures").asInt() > 1)
                .forEach(loop -> found(
                        "✗",
                        "the loop " + loop.path("name").asString() + " fails: "
                                + loop.path("lastError").asString(""),
                        "see the replica's log; it tries again by itself"));
    }

    private void database(JsonNode database) {
        var mark = database.at("/durability/grade").asString().equals("AT_RISK") ? "✗" : "·";
        database.at("/durability/findings")
                .valueStream()
                .filter(finding -> finding.has("advice"))
                .forEach(finding -> found(
                        mark,
                        finding.path("subject").asString() + ": "
                                + finding.path("found").asString(),
                        finding.path("advice").asString()));
        database.path("oldestTransactions")
                .valueStream()
                .filter(open -> isLong(open.path("since").asString("")))
                .forEach(open -> found(
                        "✗",
                        open.path("holder").asString() + " has held a transaction open since "
                                + open.path("since").asString(),
                        "end it: nothing that it can still see can be cleaned up"));
    }

    private static boolean isLong(String since) {
        return !since.isEmpty()
                && java.time.Instant.parse(since)
                        .isBefore(java.time.Instant.now().minusSeconds(300));
    }

    private void queues(JsonNode queues) {
        queues.forEach(queue -> {
            var name = queue.path("name").asString();
            var waiting = queue.at("/depth/ready").asLong();
            if (name.endsWith(".dead") && waiting > 0) {
                found(
                        "✗",
                        waiting + " dead letters are in queue " + name,
                        "howdah messages redrive " + name + ", once what they failed at is repaired");
            } else if (queue.has("pausedAt") && waiting > 0) {
                found("✗", "queue " + name + " is paused and " + waiting + " wait", "howdah queues resume " + name);
            } else if (waiting > 0 && isLong(queue.path("oldestReadyAt").asString(""))) {
                found(
                        "✗",
                        "the oldest in queue " + name + " waits since "
                                + queue.path("oldestReadyAt").asString(),
                        "start more workers, raise its limits, or see whether anybody handles it");
            }
        });
    }

    private void groups(Remote remote) throws IOException {
        for (var topic : remote.get("log/topics").path("items")) {
            for (var group : topic.path("groups")) {
                var path = "log/topics/" + Remote.step(topic.path("name").asString()) + "/groups/"
                        + Remote.step(group.asString());
                var standing = remote.get(path);
                var name = "group " + group.asString() + " of "
                        + topic.path("name").asString();
                if (standing.path("parked").asLong() > 0) {
                    found(
                            "✗",
                            name + " has put " + standing.path("parked").asLong() + " units aside",
                            "decide them in the console, or: POST /api/v1/" + path + "/retry");
                }
                if (standing.path("partitions").valueStream().anyMatch(one -> one.has("stopped"))) {
                    found(
                            "✗",
                            name + " stands still in a partition",
                            "repair its handler, then seek to where it stopped");
                }
            }
        }
    }

    /** All of them may be very many, and that it is more than this is all that matters. */
    private void deadJobs(Remote remote) throws IOException {
        var dead = remote.get("dead-jobs?limit=500");
        var count = dead.path("items").size();
        if (count > 0) {
            found(
                    "✗",
                    count + (dead.hasNonNull("next") ? " jobs and more are dead" : " jobs are dead"),
                    "howdah jobs --state dead, then: howdah jobs retry --all --dry-run");
        }
    }

    private void notifications(Remote remote) throws IOException {
        for (var cause : remote.get("notifications/causes").path("items")) {
            var died = cause.path("cause").asString();
            found(
                    "✗",
                    cause.path("count").asString() + " deliveries by "
                            + cause.path("channel").asString() + " are dead: " + died,
                    "howdah notifications redeliver --all --cause " + died + " --dry-run");
        }
        for (var endpoint : remote.get("notifications/endpoints?limit=500").path("items")) {
            if (endpoint.path("health").asString().equals("disabled")) {
                var name = endpoint.path("name").asString();
                found(
                        "✗",
                        "endpoint " + name + " is disabled: "
                                + endpoint.path("disabledWhy").asString(""),
                        "howdah notifications endpoints enable " + name + ", once its receiver answers");
            }
        }
        var malformed =
                remote.get("notifications/malformed?limit=500").path("items").size();
        if (malformed > 0) {
            found(
                    "✗",
                    (malformed == 500 ? "500 or more" : malformed) + " notifications could not be read",
                    "howdah notifications malformed, then: … malformed resubmit ID, or discard ID");
        }
    }

    private void approvals(Remote remote) throws IOException {
        for (var one : remote.get("approvals/stuck").path("items")) {
            var id = one.path("id").asString();
            found(
                    "✗",
                    "approval " + id + " is stuck, what should follow when it is "
                            + one.at("/stuck/occasion").asString() + " cannot be done: "
                            + one.at("/stuck/because").asString(),
                    "repair that, it is tried again; or: howdah approvals abandon-follow-up " + id + " --reason WHY");
        }
    }

    private void found(String mark, String what, String fix) {
        Map<String, String> finding = new LinkedHashMap<>();
        finding.put("mark", mark);
        finding.put("what", what);
        finding.put("fix", fix);
        findings.add(finding);
    }
}
