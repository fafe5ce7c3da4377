// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.howdah.Howdah;
import io.howdah.limit.LoginAttempt.Allowed;
import io.howdah.limit.LoginAttempt.Reason;
import io.howdah.limit.LoginAttempt.Refused;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class LoginThrottleTest {
    /** As standard, but for a first delay that does not end while a test looks. */
    private static final LoginRules RULES = LoginRules.standard().delays(Duration.ofMinutes(1), Duration.ofMinutes(15));

    private static final ClientAddress HOME = address("198.51.100.1");
    private static final ClientAddress STRANGER = address("203.0.113.66");

    private TestDatabase database;
    private TestClock clock;
    private LoginThrottle logins;

    @BeforeEach
    void logins(TestDatabase database) {
        this.database = database;
        this.clock = database.clock();
        this.logins = replica(RULES);
    }

    private LoginThrottle replica(LoginRules rules) {
        return database.howdah().limits().logins(rules);
    }

    private static ClientAddress address(String literal) {
        try {
            return ClientAddress.of(InetAddress.getByName(literal));
        } catch (UnknownHostException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    private static ClientAddress bot(int number) {
        return address("192.0." + number / 250 + "." + (1 + number % 250));
    }

    private void fail(LoginThrottle throttle, String account, ClientAddress from, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(throttle.attempt(account, from)).as("attempt " + i).isInstanceOf(Allowed.class);
        }
    }

    private static void refused(LoginAttempt attempt, Reason reason) {
        assertThat(attempt)
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private static Duration wait(LoginAttempt attempt) {
        return attempt instanceof Refused refused ? refused.retryIn() : Duration.ZERO;
    }

    @Test
    void whoever_fails_waits_longer_each_time_on_every_replica() {
        var replicas = List.of(logins, replica(RULES), replica(RULES));
        for (int i = 0; i < 5; i++) {
            fail(replicas.get(i % 3), "ann", STRANGER, 1);
        }

        for (int minutes = 1; minutes <= 8; minutes *= 2) {
            for (var replica : replicas) {
                var attempt = replica.attempt("ann", STRANGER);
                refused(attempt, Reason.DELAY);
                assertThat(wait(attempt))
                        .isBetween(Duration.ofMinutes(minutes).minusSeconds(40), Duration.ofMinutes(minutes));
            }
            clock.advance(Duration.ofMinutes(minutes));
            fail(replicas.get(minutes % 3), "ann", STRANGER, 1);
        }
        assertThat(wait(logins.attempt("ann", STRANGER)))
                .as("the longest")
                .isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
    }

    @Test
    void attempts_at_the_same_time_are_counted_before_any_password_is_looked_at() {
        var replicas = List.of(logins, replica(RULES), replica(RULES));
        var tasks = IntStream.range(0, 30)
                .<Callable<LoginAttempt>>mapToObj(i -> () -> replicas.get(i % 3).attempt("ann", STRANGER))
                .toList();

        assertThat(Together.run(tasks)).filteredOn(Allowed.class::isInstance).hasSize(5);
    }

    @Test
    void a_stranger_locks_nobody_out() {
        ((Allowed) logins.attempt("ann", HOME)).succeeded();
        fail(logins, "ann", STRANGER, 5);
        refused(logins.attempt("ann", STRANGER), Reason.DELAY);
        assertThat(logins.attempt("ann", address("198.51.100.200")))
                .as("somebody at an address that was never seen")
                .isInstanceOf(Allowed.class);

        for (int i = 0; i < 94; i++) {
            fail(logins, "ann", bot(i), 1);
        }

        refused(logins.attempt("ann", bot(200)), Reason.ACCOUNT);
        assertThat(logins.attempt("ann", HOME))
                .as("who has logged in from there")
                .isInstanceOf(Allowed.class);
        assertThat(logins.attempt("bob", bot(200))).as("another account").isInstanceOf(Allowed.class);
    }

    @Test
    void a_device_that_has_logged_in_is_known_wherever_it_is_and_told_apart_from_others_at_its_address() {
        ((Allowed) logins.attempt("ann", HOME, "cookie")).succeeded();
        fail(logins, "ann", HOME, 5);
        refused(logins.attempt("ann", HOME), Reason.DELAY);

        assertThat(logins.attempt("ann", HOME, "cookie")).isInstanceOf(Allowed.class);
        for (int i = 0; i < 100; i++) {
            fail(logins, "ann", bot(i), 1);
        }
        refused(logins.attempt("ann", bot(200)), Reason.ACCOUNT);
        refused(logins.attempt("ann", bot(200), "forged"), Reason.ACCOUNT);
        assertThat(logins.attempt("ann", bot(200), "cookie")).isInstanceOf(Allowed.class);
    }

    @Test
    void one_address_cannot_try_many_accounts_and_an_account_of_its_own_does_not_help() {
        for (int i = 0; i < 100; i++) {
            fail(logins, "victim " + i, STRANGER, 1);
            if (i % 10 == 0) {
                ((Allowed) logins.attempt("mallory", STRANGER)).succeeded();
            }
        }

        refused(logins.attempt("victim 100", STRANGER), Reason.ADDRESS);
        assertThat(logins.attempt("victim 100", HOME)).isInstanceOf(Allowed.class);
        clock.advance(Duration.ofMinutes(15));
        assertThat(logins.attempt("victim 100", STRANGER)).isInstanceOf(Allowed.class);
    }

    @Test
    void strangers_together_are_limited_and_those_who_are_known_are_not() {
        var few = replica(RULES.altogether(20, Duration.ofHours(1)));
        ((Allowed) few.attempt("ann", HOME)).succeeded();
        for (int i = 0; i < 20; i++) {
            fail(few, "account " + i, bot(i), 1);
        }

        refused(few.attempt("account 99", bot(99)), Reason.EVERYBODY);
        assertThat(few.attempt("ann", HOME)).isInstanceOf(Allowed.class);
    }

    @Test
    void success_forgets_what_the_client_failed_at_and_nothing_else() {
        fail(logins, "ann", HOME, 4);
        fail(logins, "ann", STRANGER, 5);

        ((Allowed) logins.attempt("ann", HOME)).succeeded();

        fail(logins, "ann", HOME, 5);
        refused(logins.attempt("ann", HOME), Reason.DELAY);
        refused(logins.attempt("ann", STRANGER), Reason.DELAY);
    }

    @Test
    void a_support_desk_can_forgive_an_account() {
        fail(logins, "ann", HOME, 5);
        for (int i = 0; i < 95; i++) {
            fail(logins, "ann", bot(i), 1);
        }
        refused(logins.attempt("ann", HOME), Reason.DELAY);
        refused(logins.attempt("ann", bot(200)), Reason.ACCOUNT);

        logins.forgive("ann");

        assertThat(logins.attempt("ann", HOME)).isInstanceOf(Allowed.class);
        assertThat(logins.attempt("ann", bot(200))).isInstanceOf(Allowed.class);
    }

    @Test
    void an_account_is_the_same_however_it_is_written_and_is_not_stored_as_written() {
        fail(logins, "Ann@Example.org", STRANGER, 2);
        fail(logins, " ann@example.org ", STRANGER, 2);
        fail(logins, "ＡＮＮ@example.org", STRANGER, 1);
        refused(logins.attempt("ann@example.org", STRANGER), Reason.DELAY);

        assertThat(database.one("select count(*) from howdah.login_failure", Long.class))
                .isEqualTo(1);
        assertThat(database.query("select key from howdah.limit_state"))
                .noneSatisfy(row -> assertThat((String) row.getFirst()).contains("ann"));
    }

    @Test
    void failures_are_forgotten_after_a_while_and_swept() {
        var howdah = database.howdah();
        fail(logins, "ann", STRANGER, 5);
        clock.advance(Duration.ofMinutes(61));
        fail(logins, "ann", STRANGER, 4);
        ((Allowed) logins.attempt("ann", HOME)).succeeded();

        clock.advance(Duration.ofHours(25));
        howdah.drain();
        assertThat(database.query("select from howdah.login_failure")).isEmpty();
        assertThat(database.query("select from howdah.login_known")).hasSize(1);

        clock.advance(Duration.ofDays(366));
        howdah.drain();
        assertThat(database.query("select from howdah.login_known")).isEmpty();
    }

    @Test
    void while_the_database_is_away_nobody_gets_in() {
        try (var proxy = database.proxy()) {
            var source = database.through(proxy);
            try (var howdah = Howdah.open(source)) {
                var throttle = howdah.limits().logins(RULES);
                fail(throttle, "ann", HOME, 1);

                proxy.refuse();

                refused(throttle.attempt("ann", HOME), Reason.DATABASE_AWAY);
                proxy.accept();
                fail(throttle, "ann", HOME, 1);
            }
        }
    }

    @Test
    void absurd_rules_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RULES.freeAttempts(0));
        assertThatIllegalArgumentException().isThrownBy(() -> RULES.delays(Duration.ZERO, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RULES.delays(Duration.ofSeconds(2), Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> RULES.delays(Duration.ofSeconds(2), Duration.ofHours(2)));
        assertThatIllegalArgumentException().isThrownBy(() -> RULES.forgetAfter(Duration.ofMinutes(5)));
        assertThatIllegalArgumentException().isThrownBy(() -> RULES.knownFor(Duration.ofDays(400)));
        assertThatIllegalArgumentException().isThrownBy(() -> RULES.perAddress(0, Duration.ofHours(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> logins.attempt("  ", HOME));
    }
}
