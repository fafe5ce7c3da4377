// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locks that end with a transaction. They need no start. */
@HowdahTest
class TransactionLockTest {
    private static final LockName NAME = LockName.of("test", "transaction");
    private static final Duration SOON = Duration.ofSeconds(60);

    /** What processes that run see to within a second of a server's crash, which empty tables look like. */
    @BeforeEach
    void the_server_has_not_just_crashed(TestDatabase database) {
        database.query("select howdah.lock_token()");
    }

    @Test
    void it_is_held_until_the_transaction_ends(Howdah howdah, TestDatabase database) throws Exception {
        try (var one = begin(database);
                var two = begin(database)) {
            var first = howdah.locks().inTransaction(one, NAME);
            assertThat(howdah.locks().tryInTransaction(two, NAME)).isEmpty();
            assertThatThrownBy(() -> howdah.locks().inTransaction(two, NAME, Duration.ofMillis(50)))
                    .isInstanceOf(LockTimeoutException.class);
            one.commit();

            assertThat(howdah.locks().tryInTransaction(two, NAME).orElseThrow()).isGreaterThan(first);
            two.rollback();
            assertThat(howdah.locks().inTransaction(one, NAME)).isGreaterThan(first);
            one.rollback();
        }
    }

    @Test
    void a_transaction_that_did_not_get_it_goes_on_with_its_own_settings(Howdah howdah, TestDatabase database)
            throws Exception {
        try (var one = begin(database);
                var two = begin(database);
                var statement = two.createStatement()) {
            statement.execute("set lock_timeout = '1234ms'");
            howdah.locks().inTransaction(one, NAME);
            assertThatThrownBy(() -> howdah.locks().inTransaction(two, NAME, Duration.ofMillis(20)))
                    .isInstanceOf(LockTimeoutException.class);
            assertThat(howdah.locks().inTransaction(two, LockName.of("test", "free")))
                    .isPositive();
            try (var result = statement.executeQuery("show lock_timeout")) {
                result.next();
                assertThat(result.getString(1)).isEqualTo("1234ms");
            }
            two.commit();
            one.commit();
        }
    }

    @Test
    void it_excludes_session_locks_of_the_same_name(Howdah howdah, TestDatabase database) throws Exception {
        howdah.start();
        var locks = howdah.locks();
        try (var transaction = begin(database)) {
            locks.inTransaction(transaction, NAME);
            assertThat(locks.tryAcquire(NAME)).isEmpty();
            transaction.commit();
            try (var held = locks.acquire(NAME, SOON)) {
                assertThat(locks.tryInTransaction(transaction, NAME)).isEmpty();
                assertThat(held.isHeld()).isTrue();
            }
            transaction.rollback();
        }
    }

    @Test
    void a_connection_in_autocommit_is_refused(Howdah howdah, TestDatabase database) throws Exception {
        try (var connection = database.connect()) {
            assertThatThrownBy(() -> howdah.locks().inTransaction(connection, NAME))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> howdah.locks().tryInTransaction(connection, NAME))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Connection begin(TestDatabase database) throws SQLException {
        var connection = database.connect();
        connection.setAutoCommit(false);
        return connection;
    }
}
