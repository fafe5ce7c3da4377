// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Of all candidates one leads. */
@HowdahTest
class ElectionTest {
    private static final LockName NAME = LockName.of("test", "leader");
    /** Not over before its leader is done with it, however long this machine holds us up. */
    private static final LeaseOptions LEASE = LeaseOptions.standard().ttl(Duration.ofSeconds(60));

    private static final LeaseOptions SHORT = LeaseOptions.standard().ttl(Duration.ofSeconds(5));

    private final AtomicInteger leading = new AtomicInteger();
    private final List<Long> terms = new CopyOnWriteArrayList<>();
    private final List<String> deposed = new CopyOnWriteArrayList<>();

    /** Works until it is interrupted, and cleans up before it returns. */
    private final LeaderListener listener = new LeaderListener() {
        @Override
        public void elected(LockHandle term) throws Exception {
            assertThat(leading.incrementAndGet()).isOne();
            terms.add(term.token());
            try {
                new CountDownLatch(1).await();
            } finally {
                leading.decrementAndGet();
            }
        }

        @Override
        public void deposed(LockHandle term, String why) {
            deposed.add(why);
        }
    };

    @Test
    void one_leads_and_when_it_resigns_another_does_in_a_higher_term(TestDatabase database) {
        try (var one = campaign(database);
                var two = campaign(database)) {
            Await.until("one leads", () -> terms.size() == 1 && (one.isLeader() ^ two.isLeader()));
            var first = one.isLeader() ? one : two;
            var second = one.isLeader() ? two : one;
            assertThat(first.term()).hasValue(terms.getFirst());
            assertThat(second.term()).isEmpty();

            first.close();

            assertThat(first.isLeader()).isFalse();
            assertThat(deposed).containsExactly("resigned");
            Await.until("the other leads", () -> second.isLeader() && terms.size() == 2);
            assertThat(terms).hasSize(2).isSorted();
        }
        assertThat(leading).hasValue(0);
    }

    /** Whoever asked again at once would be elected again and again, before the other has been woken. */
    @Test
    void whoever_resigns_stands_again_behind_those_who_wait(TestDatabase database) {
        try (var one = campaign(database);
                var two = campaign(database)) {
            Await.until(
                    "one leads and the other waits",
                    () -> (one.isLeader() ^ two.isLeader())
                            && database.one("select max(waiters) from howdah.lock_holders", Long.class) == 1);
            var first = one.isLeader() ? one : two;
            var second = one.isLeader() ? two : one;
            var resignations = new AtomicInteger();

            Await.within(Duration.ofSeconds(60)).until("the other leads", () -> {
                if (first.isLeader()) {
                    resignations.incrementAndGet();
                    first.resign();
                }
                return second.isLeader();
            });

            assertThat(resignations).hasValueLessThan(10);
        }
    }

    @Test
    void a_leader_that_lost_its_lease_steps_down_and_stands_again(TestDatabase database, TestClock clock) {
        try (var one = started(database).locks().campaign(NAME, SHORT, listener)) {
            Await.until("it leads", () -> terms.size() == 1);
            clock.advance(Duration.ofSeconds(6));

            Await.until("it leads again", () -> terms.size() == 2 && one.isLeader());
            assertThat(deposed).hasSize(1);
            assertThat(terms).isSorted();
        }
    }

    @Test
    void a_leader_that_dies_of_an_error_steps_down(TestDatabase database) {
        var elections = new AtomicInteger();
        LeaderListener broken = term -> {
            if (elections.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("a part of it was not deployed");
            }
        };

        try (var candidacy = started(database).locks().campaign(NAME, LEASE, broken)) {
            Await.until("it leads again", () -> elections.get() == 2 && candidacy.isLeader());
        }
    }

    @Test
    void another_leads_although_the_one_before_fails_to_take_leave(TestDatabase database) {
        var rude = new LeaderListener() {
            @Override
            public void elected(LockHandle term) {
                terms.add(term.token());
            }

            @Override
            public void deposed(LockHandle term, String why) {
                throw new IllegalStateException("never");
            }
        };
        try (var first = started(database).locks().campaign(NAME, LEASE, rude)) {
            Await.until("it leads", () -> terms.size() == 1 && first.isLeader());
            try (var second = campaign(database)) {
                first.resign();

                Await.until("the other leads", second::isLeader);
            }
        }
    }

    @Test
    void a_leader_whose_listener_fails_steps_down(TestDatabase database) {
        var failures = new AtomicInteger();
        try (var one = started(database).locks().campaign(NAME, LEASE, term -> {
            if (failures.incrementAndGet() == 1) {
                throw new IllegalStateException("cannot lead today");
            }
        })) {
            Await.until("it was given a second chance", () -> failures.get() == 2 && one.isLeader());
        }
    }

    @Test
    void stopping_steps_down_first_and_frees_the_lease(TestDatabase database) {
        var howdah = started(database);
        var candidacy = howdah.locks().campaign(NAME, LEASE, listener);
        Await.until("it leads", candidacy::isLeader);

        howdah.stop();

        assertThat(leading).hasValue(0);
        assertThat(candidacy.isLeader()).isFalse();
        assertThat(database.one("select count(*) from howdah.lock_holders where kind = 'lease'", Long.class))
                .isZero();
        assertThatThrownBy(() -> howdah.locks().campaign(NAME, LEASE, listener))
                .isInstanceOf(LockUnavailableException.class);
    }

    @Test
    void whoever_closes_while_leading_leaves_the_lease_free_every_time(TestDatabase database) {
        var howdah = started(database);
        for (int round = 0; round < 20; round++) {
            try (var candidacy = howdah.locks().campaign(NAME, LEASE, listener)) {
                Await.until("it leads", candidacy::isLeader);
            }
            assertThat(database.one("select count(*) from howdah.lock_holders where kind = 'lease'", Long.class))
                    .as("leases that are held after round " + round)
                    .isZero();
        }
    }

    private Candidacy campaign(TestDatabase database) {
        return started(database).locks().campaign(NAME, LEASE, listener);
    }

    private static Howdah started(TestDatabase database) {
        var howdah = database.howdah(builder -> builder.stopWithin(Duration.ofSeconds(2)));
        howdah.start();
        return howdah;
    }
}
