// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.cluster.Member;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class MembershipTest {
    /** Where somebody dies. */
    private static final Duration BEAT = Duration.ofMillis(500);

    /** Where nobody does, however long this machine holds us up. */
    private static final Duration SLOW_BEAT = Duration.ofSeconds(20);

    private TestDatabase database;

    @BeforeEach
    void remember(TestDatabase database) {
        this.database = database;
    }

    private Howdah started(String name) {
        return started(name, SLOW_BEAT);
    }

    private Howdah started(String name, Duration beat) {
        var howdah = database.howdah(builder -> builder.name(name).beatEvery(beat));
        howdah.start();
        return howdah;
    }

    private TestProcess process(String name) {
        var process = TestProcess.of(MemberProcess.class)
                .arguments(
                        database.jdbcUrl(), database.user(), database.password(), name, Long.toString(BEAT.toMillis()))
                .start();
        process.awaitLine("joined");
        return process;
    }

    private static Member member(Howdah howdah, String name) {
        // The last of its identities: on a busy machine it may have lost one already.
        return howdah.cluster().members().stream()
                .filter(member -> member.name().equals(name))
                .max(Comparator.comparing(Member::startedAt))
                .orElseThrow();
    }

    private static void awaitState(Howdah howdah, String name, Member.State state) {
        Await.within(Duration.ofSeconds(30))
                .until(name + " is " + state, () -> member(howdah, name).state() == state);
    }

    @Test
    void members_see_each_other() {
        var one = started("one");
        started("other");

        assertThat(one.cluster().members()).extracting(Member::name).containsExactlyInAnyOrder("one", "other");
        assertThat(one.cluster().members()).allMatch(Member::alive);
        assertThat(one.cluster().self()).hasValueSatisfying(self -> {
            assertThat(self.name()).isEqualTo("one");
            assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(self.version()).isNotEqualTo("unknown");
        });
        assertThat(one.cluster().isAlive()).isTrue();
    }

    @Test
    void how_a_member_is_woken_can_be_seen_without_waiting_for_the_next_beat() {
        var howdah = database.howdah(builder -> builder.name("one").beatEvery(Duration.ofMinutes(1)));
        howdah.start();

        Await.until(
                "it says that it listens", () -> member(howdah, "one").wakeups().equals("listening"));
    }

    @Test
    void who_stops_has_left_at_once() {
        var one = started("one");
        var other = started("other");

        other.stop();

        assertThat(member(one, "other").state()).isEqualTo(Member.State.LEFT);
        assertThat(other.cluster().isAlive()).isFalse();
        assertThat(other.cluster().self()).isEmpty();
    }

    @Test
    void every_start_is_a_new_identity() {
        var howdah = started("one");
        var first = howdah.cluster().self().orElseThrow().id();

        howdah.stop();
        howdah.start();

        assertThat(howdah.cluster().self().orElseThrow().id()).isNotEqualTo(first);
    }

    @Test
    void a_killed_process_is_dead_after_three_missed_beats() {
        var witness = started("witness", BEAT);
        try (var victim = process("victim")) {
            Await.until("the victim beats", () -> member(witness, "victim").alive());

            victim.kill();
            var beatenAt = member(witness, "victim").beatAt();

            awaitState(witness, "victim", Member.State.DEAD);
            assertThat(member(witness, "victim").endedAt())
                    .hasValueSatisfying(ended ->
                            assertThat(Duration.between(beatenAt, ended)).isGreaterThanOrEqualTo(BEAT.multipliedBy(3)));
        }
    }

    @Test
    void a_frozen_process_is_declared_dead_and_learns_it_when_it_wakes() {
        var witness = started("witness", BEAT);
        try (var zombie = process("zombie")) {
            zombie.freeze();
            var id = member(witness, "zombie").id();
            awaitState(witness, "zombie", Member.State.DEAD);

            zombie.send("before");
            zombie.thaw();

            zombie.awaitLine("lost " + id);
            assertThat(zombie.awaitLine("before")).isNotEqualTo("before " + id);
            Await.until("it has joined anew", () -> {
                zombie.send("now");
                return zombie.lines().stream()
                        .anyMatch(line ->
                                line.startsWith("now ") && !line.endsWith("none") && !line.endsWith(id.toString()));
            });
            assertThat(stateOf(id)).as("the dead stay dead").isEqualTo("dead");
        }
    }

    @Test
    void whose_beats_do_not_arrive_stops_counting_itself_alive_before_others_declare_it_dead() {
        var witness = started("witness", BEAT);
        var lost = new CopyOnWriteArrayList<UUID>();
        try (var proxy = database.proxy()) {
            var cutOff = new Membership(
                    Profile.ofThisProcess("cut-off", BEAT), database.through(proxy), SchemaName.DEFAULT, () -> "none");
            cutOff.onLost(lost::add);
            cutOff.join();
            cutOff.backgrounds().start();
            var id = cutOff.id().orElseThrow();

            proxy.stall();
            var lastAlive = new AtomicReference<>(Instant.EPOCH);
            Await.until("it does not count itself alive", () -> {
                var looked = Instant.now();
                if (cutOff.isAlive()) {
                    lastAlive.set(looked);
                    return false;
                }
                return true;
            });
            Await.until("those who work in its name are told", () -> lost.contains(id));

            awaitState(witness, "cut-off", Member.State.DEAD);
            assertThat(member(witness, "cut-off").endedAt().orElseThrow())
                    .as("declared dead after it had last counted itself alive")
                    .isAfter(lastAlive.get());
            proxy.resume();
            Await.until(
                    "it has joined anew",
                    () -> cutOff.id().filter(now -> !now.equals(id)).isPresent());
            stop(cutOff);
            assertThat(lost).filteredOn(id::equals).as("told once").hasSize(1);
        }
    }

    @Test
    void a_short_stall_does_not_cost_the_identity() {
        try (var proxy = database.proxy()) {
            var membership = new Membership(
                    Profile.ofThisProcess("slow", Duration.ofSeconds(2)),
                    database.through(proxy),
                    SchemaName.DEFAULT,
                    () -> "none");
            membership.join();
            membership.backgrounds().start();
            var id = membership.id();

            proxy.cut();
            proxy.cut();

            Await.until("it beats on another connection", () -> proxy.connections() > 0);
            assertThat(membership.id()).isEqualTo(id);
            stop(membership);
        }
    }

    @Test
    void a_full_pool_does_not_stop_the_heart() throws Exception {
        var howdah = started("busy", Duration.ofSeconds(2));
        var witness = database.howdah(builder -> builder.name("witness").beatEvery(BEAT));
        var taken = new ArrayList<Connection>();
        try {
            for (int i = 0; i < 10; i++) {
                taken.add(database.dataSource().getConnection());
            }
            var before = beatOf("busy");

            Await.until("it goes on beating", () -> beatOf("busy").compareTo(before) > 0);
            assertThat(howdah.cluster().isAlive()).isTrue();
        } finally {
            for (var connection : taken) {
                connection.close();
            }
        }
        assertThat(member(witness, "busy").alive()).isTrue();
    }

    @Test
    void when_the_database_was_away_nobody_is_judged_before_they_could_come_back() {
        var judge = started("judge", BEAT);
        database.execute("insert into howdah.member (id, name, host, pid, version, beat_every, wakeups, beat_at)"
                + " values (gen_random_uuid(), 'late', 'h', 1, 'v', interval '500 ms', '',"
                + " clock_timestamp() - interval '1 h')");

        var judged = Await.value(
                "the judge has judged",
                () -> database
                        .query("select ended_at >= 3 * beat_every + (select started_at from howdah.member"
                                + " where name = 'judge')"
                                + " from howdah.member where name = 'late' and state = 'dead'")
                        .stream()
                        .findFirst());

        assertThat(judged).isEqualTo(List.of(true));
        Await.until("the judge lives", () -> judge.cluster().isAlive());
    }

    @Test
    void those_that_ended_a_day_ago_are_forgotten() {
        database.execute(
                "insert into howdah.member (id, name, host, pid, version, beat_every, wakeups, state, ended_at)"
                        + " select gen_random_uuid(), name, 'h', 1, 'v', interval '5 s', '', 'left',"
                        + " clock_timestamp() - age"
                        + " from (values ('old', interval '25 hours'), ('recent', interval '23 hours'))"
                        + " as t (name, age)");
        var howdah = started("one", Duration.ofSeconds(1));

        Await.until("the old one is forgotten", () -> howdah.cluster().members().size() == 2);
        assertThat(howdah.cluster().members()).extracting(Member::name).containsExactly("one", "recent");
    }

    @Test
    void joining_a_database_that_is_away_fails_at_once() {
        try (var proxy = database.proxy()) {
            proxy.refuse();
            var membership = new Membership(
                    Profile.ofThisProcess("one", BEAT), database.through(proxy), SchemaName.DEFAULT, () -> "none");

            assertThatThrownBy(membership::join).isInstanceOf(DatabaseException.class);
            assertThat(membership.isAlive()).isFalse();
        }
    }

    @Test
    void a_bad_name_or_interval_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> started("x".repeat(201)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> database.howdah(builder -> builder.beatEvery(Duration.ofMinutes(2))))
                .withMessageContaining("PT2M");
    }

    private static void stop(Membership membership) {
        try {
            membership.backgrounds().stop(Duration.ofSeconds(5));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        membership.leave();
    }

    private String stateOf(UUID id) {
        return database.one("select state from howdah.member where id = ?", String.class, id);
    }

    private Timestamp beatOf(String name) {
        return database.one("select beat_at from howdah.member where name = ?", Timestamp.class, name);
    }
}
