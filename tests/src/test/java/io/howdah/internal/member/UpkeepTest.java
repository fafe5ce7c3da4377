// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.internal.db.Sql;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class UpkeepTest {
    private static final Duration EVERY = Duration.ofMinutes(5);
    private static final Sql DO = Sql.of("insert into done values (1)");

    private static final Sql LIMIT = Sql.of("select current_setting('idle_in_transaction_session_timeout') as idle");

    private final AtomicInteger runs = new AtomicInteger();
    private TestDatabase database;
    private Db db;
    private Membership membership;

    @BeforeEach
    void a_member(TestDatabase database) {
        this.database = database;
        database.execute("drop table if exists done; create table done (n int)");
        db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        var profile = Profile.ofThisProcess("one", Duration.ofSeconds(30));
        membership = new Membership(profile, database.direct(), SchemaName.DEFAULT, () -> "none");
        membership.join();
    }

    @AfterEach
    void leave() {
        membership.leave();
    }

    private Loop upkeep(Upkeep.Task task) {
        return Upkeep.loop("sweep", EVERY, db, membership, task);
    }

    private Next sweep(Db transaction) {
        runs.incrementAndGet();
        transaction.run(DO).update();
        return Next.ON_INTERVAL;
    }

    private long done() {
        return database.one("select count(*) from done", Long.class);
    }

    @Test
    void it_is_done_once_per_interval_whoever_looks(TestClock clock) throws Exception {
        var one = upkeep(this::sweep);
        var other = upkeep(this::sweep);

        one.runOnce();
        other.runOnce();
        one.runOnce();
        assertThat(done()).isEqualTo(1);

        clock.advance(EVERY);
        other.runOnce();
        one.runOnce();
        assertThat(done()).isEqualTo(2);
    }

    @Test
    void what_has_more_to_do_is_due_again_at_once_for_whoever_looks() throws Exception {
        assertThat(upkeep(transaction -> {
                            sweep(transaction);
                            return Next.NOW;
                        })
                        .runOnce()
                        .isNow())
                .isTrue();

        assertThat(upkeep(this::sweep).runOnce().isNow()).isFalse();
        assertThat(done()).isEqualTo(2);
    }

    @Test
    void two_members_never_do_it_at_the_same_time() {
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var slow = upkeep(transaction -> {
            inside.countDown();
            awaitUninterrupted(goOn);
            return sweep(transaction);
        });

        Together.run(slow::runOnce, () -> {
            inside.await();
            var next = upkeep(this::sweep).runOnce();
            goOn.countDown();
            return next;
        });

        assertThat(runs).hasValue(1);
        assertThat(done()).isEqualTo(1);
    }

    @Test
    void a_failure_undoes_everything_and_is_written_down_and_another_may_try() throws Exception {
        var failing = upkeep(transaction -> {
            sweep(transaction);
            throw new IllegalStateException("on purpose");
        });

        assertThatThrownBy(failing::runOnce).hasMessage("on purpose");
        assertThat(done()).isZero();
        assertThat(lastError()).contains("on purpose");

        upkeep(this::sweep).runOnce();
        assertThat(done()).isEqualTo(1);
        assertThat(database.query("select last_error from howdah.upkeep").getFirst())
                .containsOnlyNulls();
    }

    @Test
    void whoever_dies_in_the_middle_leaves_nothing_and_the_next_one_does_it() throws Exception {
        var dying = upkeep(transaction -> {
            sweep(transaction);
            if (runs.get() <= 4) {
                database.terminateConnections();
            }
            return Next.ON_INTERVAL;
        });

        assertThatThrownBy(dying::runOnce).hasMessageContaining("broke");
        assertThat(done()).isZero();

        upkeep(this::sweep).runOnce();
        assertThat(done()).isEqualTo(1);
    }

    @Test
    void whoever_is_frozen_in_the_middle_loses_the_lock_by_the_servers_hand() throws Exception {
        var limits = new ArrayList<String>();
        upkeep(transaction -> {
                    limits.add(transaction.run(LIMIT).one(row -> row.string("idle")));
                    return Next.ON_INTERVAL;
                })
                .runOnce();

        assertThat(limits).containsExactly("5s");
    }

    @Test
    void a_member_that_is_not_alive_does_nothing() throws Exception {
        membership.leave();

        upkeep(this::sweep).runOnce();

        assertThat(runs).hasValue(0);
    }

    @Test
    void who_did_it_and_when_can_be_seen() throws Exception {
        upkeep(this::sweep).runOnce();

        assertThat(database.query(
                        "select last_member, last_at <= howdah.now(), next_at > howdah.now() from howdah.upkeeps"))
                .singleElement()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactly(membership.id().orElseThrow(), true, true);
    }

    private String lastError() {
        return database.one("select last_error from howdah.upkeep", String.class);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
