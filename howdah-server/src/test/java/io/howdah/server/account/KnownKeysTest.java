// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Role;
import java.lang.reflect.Proxy;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What a replica remembers of keys, and for how long. */
@HowdahTest
class KnownKeysTest {
    private static final int FEW = 4;

    private final TestDatabase database;
    private final AtomicInteger questions = new AtomicInteger();
    private final KnownKeys here;
    private final KnownKeys there;

    KnownKeysTest(TestDatabase database) {
        this.database = database;
        this.here = new KnownKeys(new SessionStore(Db.of(counted(database.dataSource()), SchemaName.DEFAULT)), FEW);
        this.there = new KnownKeys(new SessionStore(Db.of(database.dataSource(), SchemaName.DEFAULT)));
    }

    @Test
    void a_key_is_asked_for_twice_a_second_however_often_it_is_used() {
        var key = key(Optional.empty());
        var began = System.nanoTime();
        assertThat(caller(here, key)).map(Caller::role).contains(Role.WORKER);
        var afterOne = questions.get();

        for (int i = 0; i < 2_000; i++) {
            assertThat(caller(here, key)).isPresent();
        }

        var halves = (System.nanoTime() - began) / KnownKeys.REMEMBERED.toNanos();
        assertThat(questions.get() - afterOne).isLessThanOrEqualTo((int) halves);
    }

    @Test
    void one_that_is_revoked_is_good_nowhere_after_half_a_second() {
        var key = key(Optional.empty());
        assertThat(caller(here, key)).isPresent();
        assertThat(caller(there, key)).isPresent();

        assertThat(keys().revoke(Keys.idOf(key))).isTrue();

        for (var replica : new KnownKeys[] {here, there}) {
            Await.within(KnownKeys.REMEMBERED)
                    .until("the key is refused", () -> caller(replica, key).isEmpty());
        }
    }

    @Test
    void a_role_that_is_changed_holds_after_half_a_second() {
        var key = key(Optional.empty());
        assertThat(caller(here, key)).map(Caller::role).contains(Role.WORKER);

        database.execute("update howdah.api_key set role = 'viewer'");

        Await.within(KnownKeys.REMEMBERED)
                .until("it is a viewer's", () -> caller(here, key).orElseThrow().role() == Role.VIEWER);
    }

    @Test
    void one_that_expires_is_good_to_the_moment() {
        var key = key(Optional.of(Duration.ofMillis(800)));
        var end = time("select expires_at from howdah.api_key");
        // The clock of this process goes with the database's, but for what is corrected of it meanwhile.
        var late = end.plusMillis(5);

        var wrong = new ArrayList<String>();
        Await.until("the key is refused", () -> {
            var asked = Instant.now();
            var good = caller(here, key).isPresent();
            if (good ? asked.isAfter(late) : Instant.now().isBefore(end)) {
                wrong.add(asked + (good ? ", still good" : ", no longer good"));
            }
            return !good;
        });
        assertThat(wrong).as("good until %s", end).isEmpty();
        assertThat(questions.get()).as("it was remembered meanwhile").isLessThan(8);
    }

    @Test
    void what_is_not_known_is_not_remembered_however_much_there_is_of_it() {
        var key = key(Optional.empty());
        var flood = 200;
        for (int i = 0; i < flood; i++) {
            assertThat(here.callerOf("none%04d".formatted(i), Token.random())).isEmpty();
        }
        assertThat(questions).as("each is asked for").hasValue(flood);
        assertThat(here.size()).isZero();

        assertThat(caller(here, key)).isPresent();
        assertThat(here.callerOf(Keys.idOf(key), Token.random()))
                .as("the secret of another")
                .isEmpty();
        assertThat(caller(here, key)).isPresent();
        assertThat(here.size()).isOne();
    }

    @Test
    void no_more_than_so_many_are_remembered() {
        for (int i = 0; i < 3 * FEW; i++) {
            assertThat(caller(here, key(Optional.empty()))).isPresent();
            assertThat(here.size()).isBetween(1, FEW);
        }
    }

    @Test
    void when_it_was_used_is_written_once_a_minute(TestClock clock) {
        var key = key(Optional.empty());
        caller(here, key);
        var first = usedAt();
        caller(there, key);
        assertThat(usedAt()).isEqualTo(first);

        clock.advance(Duration.ofMinutes(2));

        Await.until("it is written anew", () -> caller(here, key).isPresent() && usedAt().isAfter(first));
    }

    private Instant usedAt() {
        return time("select used_at from howdah.api_key");
    }

    private Instant time(String sql) {
        return database.one(sql, Timestamp.class).toInstant();
    }

    private String key(Optional<Duration> valid) {
        return keys().create("test", Role.WORKER, "test", valid);
    }

    private Keys keys() {
        return new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT));
    }

    private static Optional<Caller> caller(KnownKeys known, String key) {
        return known.callerOf(Keys.idOf(key), new Token(key.substring(13)));
    }

    /** Every statement outside of a transaction asks for a connection. */
    private DataSource counted(DataSource source) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        questions.incrementAndGet();
                    }
                    return method.invoke(source, arguments);
                });
    }
}
