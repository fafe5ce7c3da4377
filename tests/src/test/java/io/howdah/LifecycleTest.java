// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.cluster.Member;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.internal.db.Wakeups;
import io.howdah.internal.loop.Backgrounds;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Membership;
import io.howdah.internal.member.Profile;
import io.howdah.internal.trace.Traces;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class LifecycleTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private TestDatabase database;

    @BeforeEach
    void remember(TestDatabase database) {
        this.database = database;
    }

    @Test
    void starting_and_stopping_twice_is_as_good_as_once(Howdah howdah) {
        howdah.start();
        howdah.start();
        assertThat(howdah.cluster().members()).hasSize(1);

        howdah.stop();
        howdah.stop();
        assertThat(howdah.cluster().members()).extracting(Member::state).containsExactly(Member.State.LEFT);
        assertThat(howdah.cluster().loops()).noneMatch(LoopState::running);
    }

    @Test
    void what_is_closed_stays_closed(Howdah howdah) {
        howdah.start();
        howdah.close();
        howdah.close();

        assertThatThrownBy(howdah::start).hasMessageContaining("closed");
        assertThatThrownBy(howdah::drain).hasMessageContaining("closed");
    }

    @Test
    void without_its_schema_it_does_not_start_and_leaves_nothing_running() {
        var howdah = database.howdah(builder -> builder.schema("absent"));

        assertThatThrownBy(howdah::start)
                .isInstanceOfSatisfying(
                        SchemaException.class,
                        failure -> assertThat(failure.code()).isEqualTo("schema-missing"));
        assertThat(howdah.cluster().loops()).noneMatch(LoopState::running);
    }

    @Test
    void what_is_started_soon_is_checked_at_once_and_joins_beside_the_caller(Howdah howdah) {
        var unusable = database.howdah(builder -> builder.schema("absent"));

        assertThatThrownBy(unusable::startSoon).isInstanceOf(SchemaException.class);
        howdah.startSoon();
        howdah.startSoon();

        Await.until("it has joined", () -> howdah.cluster().members().size() == 1);
        Await.until("all loops run", () -> howdah.cluster().loops().stream().allMatch(LoopState::running));
        howdah.stop();
        assertThat(state()).isEqualTo("left");
    }

    @Test
    void what_is_started_soon_waits_for_a_database_that_has_gone_away() {
        var proxy = database.proxy();
        proxy.refuse();
        try (var howdah = database.howdah(builder -> builder.direct(database.through(proxy)))) {
            howdah.startSoon();
            howdah.stop();
            assertThat(howdah.cluster().members())
                    .as("stopped before it could join")
                    .isEmpty();

            howdah.startSoon();
            proxy.accept();
            Await.until("it has joined", () -> howdah.cluster().members().size() == 1);
        }
    }

    @Test
    void in_a_schema_of_its_own_it_sees_its_own_members_only(Howdah howdah) {
        var other = database.howdah(builder -> builder.schema("other"));
        other.migrate();

        howdah.start();
        other.start();

        assertThat(other.cluster().members()).hasSize(1);
        assertThat(howdah.cluster().members()).hasSize(1);
        other.close();
        database.execute("drop schema other cascade");
    }

    @Test
    void on_one_pool_without_a_direct_address_it_works_as_well() {
        try (var howdah = Howdah.open(database.dataSource())) {
            howdah.start();

            Await.until("it listens", () -> howdah.cluster().wakeups() instanceof WakeupState.Listening);
        }
    }

    @Test
    void running_work_may_end_before_the_limit() throws Exception {
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var finished = new AtomicBoolean();
        var lifecycle = lifecycle(Duration.ofSeconds(20), () -> {
            inside.countDown();
            goOn.await();
            finished.set(true);
            return Next.in(HOUR);
        });
        lifecycle.start();
        inside.await();

        var stopping = Thread.ofVirtual().start(lifecycle::stop);
        Await.until("it drains", () -> state().equals("draining"));
        goOn.countDown();
        stopping.join();

        assertThat(finished).isTrue();
        assertThat(state()).isEqualTo("left");
    }

    @Test
    void work_that_does_not_end_within_the_limit_is_interrupted() throws Exception {
        var inside = new CountDownLatch(1);
        var interrupted = new AtomicBoolean();
        var lifecycle = lifecycle(Duration.ofMillis(50), () -> {
            inside.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stop) {
                interrupted.set(true);
                throw stop;
            }
            return Next.in(HOUR);
        });
        lifecycle.start();
        inside.await();

        lifecycle.stop();

        assertThat(interrupted).isTrue();
        assertThat(state()).isEqualTo("left");
    }

    @Test
    void work_may_stop_the_whole_and_does_not_wait_for_itself() {
        var self = new AtomicReference<Lifecycle>();
        var lifecycle = lifecycle(Duration.ofSeconds(20), () -> {
            self.get().stop();
            return Next.in(HOUR);
        });
        self.set(lifecycle);

        lifecycle.start();

        Await.until("it has left", () -> state().equals("left"));
    }

    @Test
    void starts_stops_and_drains_from_everywhere_leave_it_stopped_and_clean(Howdah howdah) {
        var seed = System.nanoTime();
        var threads = new ArrayList<Callable<Void>>();
        for (int i = 0; i < 4; i++) {
            var random = new Random(seed + i);
            threads.add(() -> {
                for (int call = 0; call < 8; call++) {
                    switch (random.nextInt(3)) {
                        case 0 -> howdah.start();
                        case 1 -> howdah.drain();
                        default -> howdah.stop();
                    }
                }
                return null;
            });
        }

        Together.run(threads);
        howdah.stop();

        assertThat(howdah.cluster().loops()).as("seed %d", seed).noneMatch(LoopState::running);
        assertThat(howdah.cluster().members())
                .as("seed %d", seed)
                .allMatch(member -> member.state() == Member.State.LEFT);
    }

    private String state() {
        return database.one("select state from howdah.member", String.class);
    }

    private Lifecycle lifecycle(Duration stopWithin, Loop.Task task) {
        var db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        var profile = Profile.ofThisProcess("one", Duration.ofSeconds(20));
        var membership = new Membership(profile, database.direct(), SchemaName.DEFAULT, () -> "none");
        var backgrounds = new Backgrounds();
        backgrounds.register(Loop.every(HOUR, "work", task));
        var platform = new Platform(
                database.dataSource(),
                db,
                db,
                new Wakeups(db, database.direct()),
                membership,
                Codec.json(),
                new Traces(Tracing.NONE),
                CurrentTransaction.NONE,
                Observer.NONE,
                backgrounds);
        return new Lifecycle(platform, stopWithin, () -> {});
    }
}
