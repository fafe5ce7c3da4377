// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.LoopState;
import io.howdah.cluster.Durability;
import io.howdah.cluster.DurabilityReport;
import io.howdah.cluster.Member;
import io.howdah.web.cluster.Verdict.Mood;
import io.howdah.web.queue.QueueRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private List<Member> members = List.of(member(Member.State.ACTIVE));
    private List<QueueRow> queues = List.of();
    private List<LoopState> loops = List.of();
    private List<OpenTransaction> transactions = List.of();
    private DatabaseReadStore.Undelivered undelivered = new DatabaseReadStore.Undelivered(0, 0, 0, 0);
    private Durability durability = Durability.DURABLE;

    @Test
    void when_nothing_is_wrong_it_says_so() {
        queues = List.of(queue(Optional.of(Duration.ofSeconds(5)), Optional.empty()));

        assertThat(verdict())
                .isEqualTo(new Verdict(
                        Mood.GOOD, "All is well: 1 process takes part, 2 jobs run, nothing is late.", List.of()));
    }

    @Test
    void a_queue_that_is_behind_is_named_with_how_long() {
        queues = List.of(queue(Optional.of(Duration.ofMinutes(4)), Optional.empty()));

        assertThat(verdict().mood()).isEqualTo(Mood.BAD);
        assertThat(verdict().sentence()).isEqualTo("Queue mail is behind: its oldest job has waited for 4 min.");
    }

    @Test
    void a_paused_queue_is_not_behind_but_worth_a_word_when_something_waits() {
        queues = List.of(queue(Optional.of(Duration.ofHours(4)), Optional.of(NOW)));

        assertThat(verdict().mood()).isEqualTo(Mood.WARNING);
        assertThat(verdict().sentence()).isEqualTo("Queue mail is paused, and 7 wait.");
    }

    @Test
    void the_worst_comes_first_and_the_others_are_counted() {
        members = List.of(member(Member.State.DEAD));
        durability = Durability.AT_RISK;
        transactions = List.of(new OpenTransaction(
                "session 7", "app", "psql", "local", "idle", Optional.of(NOW.minus(Duration.ofHours(3))), ""));

        assertThat(verdict().mood()).isEqualTo(Mood.BAD);
        assertThat(verdict().sentence()).isEqualTo("No process takes part; 3 more below.");
        assertThat(verdict().concerns())
                .containsExactly(
                        "no process takes part",
                        "a crash of the database may lose what was acknowledged",
                        "one died in the last ten minutes",
                        "session 7 has held a transaction open for 3 h");
    }

    @Test
    void a_loop_that_keeps_failing_is_bad_and_one_failure_is_not() {
        loops = List.of(loop(1));
        assertThat(verdict().mood()).isEqualTo(Mood.GOOD);

        loops = List.of(loop(2));
        assertThat(verdict().sentence()).isEqualTo("The loop promoter of this replica fails: no such table.");
    }

    @Test
    void what_was_not_delivered_is_worth_a_word() {
        undelivered = new DatabaseReadStore.Undelivered(1, 12, 2, 3);

        assertThat(verdict().mood()).isEqualTo(Mood.WARNING);
        assertThat(verdict().sentence()).isEqualTo("1 delivery of a notification is dead; 3 more below.");
        assertThat(verdict().concerns())
                .containsExactly(
                        "1 delivery of a notification is dead",
                        "12 notifications could not be read",
                        "2 webhook endpoints are disabled",
                        "3 approvals are stuck: what should follow cannot be done");
    }

    @Test
    void dead_letters_are_counted_and_nobody_is_late_with_them() {
        queues = List.of(queue("mail.dead", Optional.of(Duration.ofDays(3)), Optional.empty()));

        assertThat(verdict().mood()).isEqualTo(Mood.WARNING);
        assertThat(verdict().sentence()).isEqualTo("7 dead letters wait in queue mail.dead.");
    }

    private Verdict verdict() {
        var report = new DurabilityReport(durability, "18", List.of());
        return Verdict.of(new Verdict.Evidence(members, queues, loops, transactions, undelivered, report, NOW));
    }

    private static Member member(Member.State state) {
        var ended = state == Member.State.DEAD ? Optional.of(NOW.minusSeconds(60)) : Optional.<Instant>empty();
        return new Member(new UUID(0, 1), "one", "host", 1, "1", state, ended.isEmpty(), NOW, NOW, ended, "listening");
    }

    private static QueueRow queue(Optional<Duration> oldest, Optional<Instant> paused) {
        return queue("mail", oldest, paused);
    }

    private static QueueRow queue(String name, Optional<Duration> oldest, Optional<Instant> paused) {
        return new QueueRow(
                name,
                paused,
                new QueueRow.Depth(7, 2, 0, 0),
                oldest.map(NOW::minus),
                new QueueRow.Limit(
                        Optional.empty(),
                        Optional.empty(),
                        1,
                        QueueRow.KeyOrder.IN_ORDER,
                        Optional.empty(),
                        Optional.empty()));
    }

    private static LoopState loop(int failures) {
        return new LoopState(
                "promoter",
                true,
                9,
                failures,
                Duration.ZERO,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                failures,
                Optional.of("no such table"),
                Optional.empty());
    }
}
