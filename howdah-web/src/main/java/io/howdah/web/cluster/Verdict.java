// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import io.howdah.LoopState;
import io.howdah.cluster.Durability;
import io.howdah.cluster.DurabilityReport;
import io.howdah.cluster.Member;
import io.howdah.web.console.Words;
import io.howdah.web.queue.QueueRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One sentence on how everything is, and each thing that is not as it should be. */
public record Verdict(Mood mood, String sentence, List<String> concerns) {
    /** How bad it is. */
    public enum Mood {
        GOOD,
        WARNING,
        BAD
    }

    private static final Duration LATE = Duration.ofMinutes(1);
    private static final Duration LONG_TRANSACTION = Duration.ofMinutes(5);
    /** How queues of dead letters are named unless somebody names another: nobody is late in handling them. */
    private static final String DEAD_LETTERS = ".dead";

    private static final Duration RECENTLY = Duration.ofMinutes(10);

    /** What it is judged by. */
    record Evidence(
            List<Member> members,
            List<QueueRow> queues,
            List<LoopState> loops,
            List<OpenTransaction> transactions,
            DatabaseReadStore.Undelivered undelivered,
            DurabilityReport durability,
            Instant now) {}

    static Verdict of(Evidence seen) {
        var bad = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        judgeMembers(seen, bad, warnings);
        judgeQueues(seen, bad, warnings);
        seen.loops.stream()
                .filter(loop -> loop.failures() > 1)
                .forEach(loop -> bad.add("the loop " + loop.name() + " of this replica fails: "
                        + loop.lastError().orElse("")));
        seen.transactions.stream()
                .flatMap(open -> open.since().stream()
                        .map(since -> Duration.between(since, seen.now))
                        .filter(age -> age.compareTo(LONG_TRANSACTION) > 0)
                        .map(age -> open.holder() + " has held a transaction open for " + Words.span(age)))
                .forEach(warnings::add);
        judgeNotifications(seen.undelivered, warnings);
        if (seen.durability.grade() == Durability.AT_RISK) {
            bad.add("a crash of the database may lose what was acknowledged");
        }
        return told(bad, warnings, seen);
    }

    private static void judgeMembers(Evidence seen, List<String> bad, List<String> warnings) {
        if (seen.members.stream().noneMatch(Member::alive)) {
            bad.add("no process takes part");
        }
        var died = seen.members.stream()
                .filter(member -> member.state() == Member.State.DEAD)
                .filter(member -> member.endedAt()
                        .map(ended -> Duration.between(ended, seen.now).compareTo(RECENTLY) < 0)
                        .orElse(false))
                .map(Member::name)
                .toList();
        if (!died.isEmpty()) {
            warnings.add(String.join(", ", died) + " died in the last ten minutes");
        }
    }

    private static void judgeNotifications(DatabaseReadStore.Undelivered undelivered, List<String> warnings) {
        count(
                undelivered.dead(),
                "delivery of a notification is dead",
                "deliveries of notifications are dead",
                warnings);
        count(undelivered.malformed(), "notification could not be read", "notifications could not be read", warnings);
        count(undelivered.disabled(), "webhook endpoint is disabled", "webhook endpoints are disabled", warnings);
        count(
                undelivered.stuck(),
                "approval is stuck: what should follow cannot be done",
                "approvals are stuck: what should follow cannot be done",
                warnings);
    }

    private static void count(int count, String one, String many, List<String> warnings) {
        if (count > 0) {
            warnings.add(count == 1 ? "1 " + one : Words.count(count) + " " + many);
        }
    }

    private static void judgeQueues(Evidence seen, List<String> bad, List<String> warnings) {
        for (var queue : seen.queues) {
            if (queue.name().endsWith(DEAD_LETTERS)) {
                count(
                        queue.depth().ready(),
                        "dead letter waits in queue " + queue.name(),
                        "dead letters wait in queue " + queue.name(),
                        warnings);
                continue;
            }
            if (queue.isPaused()) {
                if (queue.depth().ready() > 0) {
                    warnings.add("queue " + queue.name() + " is paused, and "
                            + Words.count(queue.depth().ready()) + " wait");
                }
                continue;
            }
            queue.oldestReadyAt()
                    .map(oldest -> Duration.between(oldest, seen.now))
                    .filter(age -> age.compareTo(LATE) > 0)
                    .ifPresent(age -> bad.add(
                            "queue " + queue.name() + " is behind: its oldest job has waited for " + Words.span(age)));
        }
    }

    private static Verdict told(List<String> bad, List<String> warnings, Evidence seen) {
        var concerns = new ArrayList<>(bad);
        concerns.addAll(warnings);
        if (concerns.isEmpty()) {
            var alive = seen.members.stream().filter(Member::alive).count();
            var running = seen.queues.stream()
                    .mapToInt(queue -> queue.depth().running())
                    .sum();
            return new Verdict(
                    Mood.GOOD,
                    "All is well: " + alive + (alive == 1 ? " process takes" : " processes take") + " part, " + running
                            + (running == 1 ? " job runs" : " jobs run") + ", nothing is late.",
                    List.of());
        }
        var first = concerns.getFirst();
        var sentence = Character.toUpperCase(first.charAt(0))
                + first.substring(1)
                + (concerns.size() == 1 ? "." : "; " + (concerns.size() - 1) + " more below.");
        return new Verdict(bad.isEmpty() ? Mood.WARNING : Mood.BAD, sentence, List.copyOf(concerns));
    }
}
