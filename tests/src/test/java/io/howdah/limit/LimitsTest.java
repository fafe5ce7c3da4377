// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.limit.Decision.Source;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class LimitsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    /** What this machine takes longer for is not answered by a fallback. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final RateLimit TEN_AN_HOUR =
            RateLimit.named("ten").allow(10, HOUR).answerWithin(PATIENCE);

    private TestDatabase database;
    private TestClock clock;
    private Limits limits;

    @BeforeEach
    void limits(TestDatabase database) {
        this.database = database;
        this.clock = database.clock();
        this.limits = database.howdah().limits();
    }

    /** Another process, which remembers nothing. */
    private Limits elsewhere() {
        return database.howdah().limits();
    }

    private static long granted(List<Decision> decisions) {
        return decisions.stream().filter(Decision::isGranted).count();
    }

    @Test
    void a_bucket_grants_a_burst_and_then_what_it_refills() {
        var decisions = IntStream.range(0, 12)
                .mapToObj(n -> limits.tryAcquire(TEN_AN_HOUR, "a"))
                .toList();

        assertThat(granted(decisions)).isEqualTo(10);
        assertThat(decisions.getFirst()).isInstanceOfSatisfying(Granted.class, granted -> {
            assertThat(granted.remaining()).isEqualTo(9);
            assertThat(granted.fullIn()).isEqualTo(Duration.ofMinutes(6));
            assertThat(granted.delay()).isZero();
            assertThat(granted.source()).isEqualTo(Source.DATABASE);
            assertThat(granted.countedAt()).isBetween(clock.now().minusSeconds(60), clock.now());
        });
        assertThat(decisions.get(10)).isInstanceOfSatisfying(Denied.class, denied -> {
            assertThat(denied.retryIn()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
            assertThat(denied.source()).isEqualTo(Source.DATABASE);
        });
        assertThat(decisions.get(11).source()).isEqualTo(Source.MEMORY);
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "b").isGranted())
                .as("another key")
                .isTrue();

        clock.advance(Duration.ofMinutes(13));

        var later = elsewhere();
        assertThat(granted(IntStream.range(0, 5)
                        .mapToObj(n -> later.tryAcquire(TEN_AN_HOUR, "a"))
                        .toList()))
                .isEqualTo(2);
    }

    @Test
    void a_window_counts_exactly_and_frees_what_has_left_it() {
        var policy =
                RateLimit.named("window").window(10, Duration.ofMinutes(20)).answerWithin(PATIENCE);
        // Windows move minute by minute: far from where one ends.
        clock.set(clock.now().truncatedTo(ChronoUnit.MINUTES).plusSeconds(10));
        assertThat(limits.tryAcquire(policy, "a", 6).isGranted()).isTrue();
        clock.advance(Duration.ofMinutes(10));
        assertThat(limits.tryAcquire(policy, "a", 4))
                .isInstanceOfSatisfying(
                        Granted.class,
                        granted ->
                                assertThat(granted.fullIn()).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(21)));
        assertThat(limits.tryAcquire(policy, "a"))
                .isInstanceOfSatisfying(
                        Denied.class,
                        denied ->
                                assertThat(denied.retryIn()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11)));

        clock.advance(Duration.ofMinutes(11));

        assertThat(elsewhere().peek(policy, "a").remaining()).isEqualTo(6);
        assertThat(elsewhere().tryAcquire(policy, "a", 7)).isInstanceOfSatisfying(Denied.class, denied -> {
            assertThat(denied.remaining()).isEqualTo(6);
            assertThat(denied.retryIn()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
        });
        assertThat(elsewhere().tryAcquire(policy, "a", 6).isGranted()).isTrue();
    }

    @Test
    void several_limits_allow_together_or_nothing_is_taken() {
        var policy = RateLimit.named("both")
                .allow(10, Duration.ofHours(10))
                .window(100, HOUR)
                .allow(4, HOUR)
                .answerWithin(PATIENCE);

        assertThat(limits.tryAcquire(policy, "a", 3).remaining()).isEqualTo(1);
        assertThat(limits.tryAcquire(policy, "a", 3).isGranted()).isFalse();
        assertThat(limits.tryAcquire(policy, "a", 1).isGranted()).isTrue();

        clock.advance(HOUR);
        assertThat(elsewhere().peek(policy, "a").remaining())
                .as("of 10, 4 are used, 1 is back")
                .isEqualTo(4);
        clock.advance(Duration.ofHours(9));
        assertThat(elsewhere().peek(policy, "a").nextIn()).isZero();
        assertThat(elsewhere().peek(policy, "a").fullIn()).isZero();
    }

    @Test
    void processes_share_the_counts() {
        var other = elsewhere();
        var decisions = Stream.of(limits, other, limits, other)
                .flatMap(one -> IntStream.range(0, 4).mapToObj(n -> one.tryAcquire(TEN_AN_HOUR, "a")))
                .toList();

        assertThat(granted(decisions)).isEqualTo(10);
    }

    @Test
    void the_checks_of_many_threads_travel_together_and_each_is_counted() {
        var policy = RateLimit.named("many").allow(1_000, Duration.ofDays(300)).answerWithin(PATIENCE);
        var threads = new ArrayList<Callable<List<Decision>>>();
        for (int i = 0; i < 16; i++) {
            var key = "key " + i % 2;
            threads.add(() -> IntStream.range(0, 150)
                    .mapToObj(n -> limits.tryAcquire(policy, key))
                    .toList());
        }
        var before = database.one("select pg_current_xact_id()::text::bigint", Long.class);

        var decisions = Together.run(threads).stream().flatMap(List::stream).toList();

        assertThat(granted(decisions)).isEqualTo(2_000);
        assertThat(database.one("select pg_current_xact_id()::text::bigint", Long.class) - before)
                .as("transactions for 2400 checks")
                .isLessThan(1_500);
    }

    @Test
    void a_denial_writes_nothing() {
        limits.tryAcquire(TEN_AN_HOUR, "a", 10);
        var row = database.query("select xmin::text, xmax::text, ctid::text, state::text from howdah.limit_state");

        for (int i = 0; i < 5; i++) {
            assertThat(elsewhere().tryAcquire(TEN_AN_HOUR, "a").isGranted()).isFalse();
        }

        assertThat(database.query("select xmin::text, xmax::text, ctid::text, state::text from howdah.limit_state"))
                .isEqualTo(row);
    }

    @Test
    void what_is_denied_at_a_high_cost_is_granted_at_a_lower_one() {
        limits.tryAcquire(TEN_AN_HOUR, "a", 7);
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "a", 5).isGranted()).isFalse();
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "a", 6).source()).isEqualTo(Source.MEMORY);
        assertThat(limits.tryAcquire(TEN_AN_HOUR, "a", 3).isGranted()).isTrue();
    }

    @Test
    void a_reset_key_begins_anew() {
        for (var policy : List.of(TEN_AN_HOUR, TEN_AN_HOUR.durable())) {
            limits.tryAcquire(policy, "a", 10);
            assertThat(limits.tryAcquire(policy, "a").isGranted()).isFalse();

            assertThat(limits.reset(policy, "a")).isTrue();
            assertThat(limits.reset(policy, "a")).isFalse();

            assertThat(limits.tryAcquire(policy, "a", 10).isGranted()).isTrue();
        }
    }

    @Test
    void durable_counts_are_in_a_logged_table() {
        limits.tryAcquire(TEN_AN_HOUR, "fast");
        limits.tryAcquire(TEN_AN_HOUR.durable(), "kept");

        assertThat(database.query("""
                        select s.key, c.relpersistence::text
                        from howdah.limit_state s
                        join pg_class c on c.oid = s.tableoid
                        order by 1
                        """)).containsExactly(List.of("fast", "u"), List.of("kept", "p"));
    }

    @Test
    void a_policy_that_changes_begins_with_new_counts() {
        limits.tryAcquire(TEN_AN_HOUR, "a", 10);

        assertThat(limits.peek(RateLimit.named("ten").allow(20, HOUR), "a").remaining())
                .isEqualTo(20);
        assertThat(limits.peek(TEN_AN_HOUR, "a").remaining()).isZero();
    }

    @Test
    void a_clock_that_is_put_back_locks_nobody_out_for_long() {
        var window =
                RateLimit.named("window").window(10, Duration.ofMinutes(20)).answerWithin(PATIENCE);
        var now = clock.now();
        clock.set(now.plus(Duration.ofDays(300)));
        limits.tryAcquire(TEN_AN_HOUR, "a", 10);
        limits.tryAcquire(window, "a", 10);

        clock.set(now);

        assertThat(elsewhere().peek(TEN_AN_HOUR, "a").nextIn()).isLessThan(Duration.ofHours(2));
        assertThat(elsewhere().peek(window, "a").nextIn()).isLessThan(Duration.ofMinutes(22));
    }

    @Test
    void keys_that_have_all_their_tokens_vanish() {
        var howdah = database.howdah();
        for (int i = 0; i < 50; i++) {
            howdah.limits().tryAcquire(i % 10 == 0 ? TEN_AN_HOUR.durable() : TEN_AN_HOUR, "key " + i);
        }
        database.execute("insert into howdah.limit_state select false, 1, 'old ' || n, '{0}', 0 "
                + "from generate_series(1, 20000) n");
        howdah.limits().tryAcquire(TEN_AN_HOUR, "busy", 10);
        clock.advance(Duration.ofMinutes(7));

        howdah.drain();

        assertThat(database.query("select key from howdah.limit_state")).containsExactly(List.of("busy"));
        clock.advance(HOUR);
        howdah.drain();
        assertThat(database.query("select key from howdah.limit_state")).isEmpty();
    }

    @Test
    void a_key_that_is_locked_by_somebody_holds_up_nobody_else() throws Exception {
        limits.tryAcquire(TEN_AN_HOUR, "locked");
        limits.tryAcquire(TEN_AN_HOUR, "free");
        try (var holder = database.connect()) {
            holder.setAutoCommit(false);
            try (var statement = holder.createStatement()) {
                statement.execute("select from howdah.limit_state where key = 'locked' for update");
            }
            var tasks = Stream.of("locked", "free", "new")
                    .<Callable<Decision>>map(key -> () -> limits.tryAcquire(TEN_AN_HOUR, key))
                    .toList();

            assertThat(Together.run(tasks))
                    .extracting(Decision::source)
                    .containsExactly(Source.FALLBACK, Source.DATABASE, Source.DATABASE);
            holder.rollback();
        }
    }

    @Test
    void what_the_server_refuses_is_an_error_and_no_fallback() {
        database.execute("alter function howdah.limit_take rename to limit_take_away");
        try {
            assertThatThrownBy(() -> limits.tryAcquire(TEN_AN_HOUR, "a"))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            refused -> assertThat(refused.code()).isEqualTo("database-refused"));
        } finally {
            database.execute("alter function howdah.limit_take_away rename to limit_take");
        }
    }

    @Test
    void what_can_never_be_granted_is_said_so() {
        assertThatThrownBy(() -> limits.tryAcquire(TEN_AN_HOUR, "a", 11))
                .isInstanceOf(CostTooHighException.class)
                .hasMessage("Rate limit ten [10 per PT1H] can never grant a cost of 11; the most is 10."
                        + " Ask for less at a time, or allow more.");
        assertThatIllegalArgumentException().isThrownBy(() -> limits.tryAcquire(TEN_AN_HOUR, "a", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.tryAcquire(TEN_AN_HOUR, "a", -5));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.tryAcquire(TEN_AN_HOUR, ""));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.tryAcquire(TEN_AN_HOUR, "x".repeat(201)));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.tryAcquire(TEN_AN_HOUR, "a\0b"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.tryAcquire(RateLimit.named("nothing"), "a"))
                .withMessage("rate limit nothing has no limit: give it allow or window");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.reserve(TEN_AN_HOUR, "a", 1, Duration.ofMinutes(61)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.reserve(RateLimit.named("w").window(10, HOUR), "a", 1, Duration.ofMinutes(1)));
    }
}
