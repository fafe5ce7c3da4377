// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.howdah.DatabaseException;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TcpProxy;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What happens to a write when the connection breaks, at every point where it can. */
@HowdahTest
class DbFaultTest {
    private static final Sql ADD = Sql.of("update counter set n = n + 1 where id = :id");
    private static final Sql READ = Sql.of("select n from counter where id = :id");

    private TestDatabase database;
    private Db db;

    @BeforeEach
    void two_counters(TestDatabase database) {
        this.database = database;
        db = Db.of(database.dataSource(), SchemaName.DEFAULT);
        database.execute("drop table if exists counter; create table counter (id int primary key, n int not null);"
                + " insert into counter values (1, 0), (2, 0)");
    }

    @Test
    void a_connection_that_breaks_before_the_commit_is_tried_again_and_counts_once() {
        var attempts = new AtomicInteger();
        try (var proxy = database.proxy()) {
            through(proxy).tx(tx -> {
                tx.run(ADD).set("id", 1).update();
                if (attempts.incrementAndGet() == 1) {
                    proxy.cut();
                }
                return tx.run(ADD).set("id", 2).update();
            });
        }

        assertThat(attempts).hasValue(2);
        assertThat(counter(1)).isEqualTo(1);
        assertThat(counter(2)).isEqualTo(1);
    }

    @Test
    void a_connection_that_breaks_during_the_commit_is_an_unknown_outcome_and_is_not_repeated() {
        try (var proxy = database.proxy()) {
            var target = through(proxy);
            proxy.cutOnReply("COMMIT");

            var failure = catchThrowableOfType(
                    DatabaseException.class,
                    () -> target.tx(tx -> tx.run(ADD).set("id", 1).update()));

            assertThat(failure.isOutcomeUnknown()).isTrue();
            assertThat(failure.isRetryable()).isFalse();
            assertThat(failure.code()).isEqualTo("outcome-unknown");
        }
        assertThat(counter(1)).as("the server had committed").isEqualTo(1);
    }

    /** As pools do that look at a connection when it is given back. */
    @Test
    void what_was_committed_is_not_done_again_when_its_connection_cannot_be_given_back() {
        var attempts = new AtomicInteger();
        var target = Db.of(failingWhenClosed(), SchemaName.DEFAULT);

        var changed = target.tx(tx -> {
            attempts.incrementAndGet();
            return tx.run(ADD).set("id", 1).update();
        });

        assertThat(changed).isOne();
        assertThat(target.run(ADD).set("id", 2).update()).isOne();
        assertThat(attempts).hasValue(1);
        assertThat(counter(1)).isEqualTo(1);
        assertThat(counter(2)).isEqualTo(1);
    }

    private DataSource failingWhenClosed() {
        var real = database.direct();
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    var connection = real.getConnection();
                    return Proxy.newProxyInstance(
                            getClass().getClassLoader(), new Class<?>[] {Connection.class}, (one, called, with) -> {
                                var answer = called.invoke(connection, with);
                                if (called.getName().equals("close")) {
                                    throw new SQLException("the pool could not take it back");
                                }
                                return answer;
                            });
                });
    }

    @Test
    void a_lone_statement_is_never_sent_twice() {
        try (var proxy = database.proxy()) {
            var target = through(proxy);
            proxy.cutOnReply("UPDATE");

            var failure = catchThrowableOfType(
                    DatabaseException.class, () -> target.run(ADD).set("id", 1).update());

            assertThat(failure.isOutcomeUnknown()).isTrue();
        }
        Await.until("the server has ended the statement", () -> counter(1) <= 1);
        assertThat(counter(1)).isLessThanOrEqualTo(1);
    }

    @Test
    void a_serialization_failure_is_tried_again_until_it_succeeds() {
        var barrier = new CyclicBarrier(2);

        Together.run(() -> addSerializably(barrier), () -> addSerializably(barrier));

        assertThat(counter(1)).isEqualTo(2);
    }

    /** Both read before either writes, in the first attempt: one of them must fail and be run again. */
    private long addSerializably(CyclicBarrier barrier) {
        var attempts = new AtomicInteger();
        return db.tx(tx -> {
            tx.run(Sql.of("set transaction isolation level serializable")).execute();
            var n = tx.run(READ).set("id", 1).one(row -> row.integer("n"));
            if (attempts.incrementAndGet() == 1) {
                awaitOther(barrier);
            }
            var write = Sql.of("update counter set n = :n where id = 1");
            return tx.run(write).set("n", n + 1).update();
        });
    }

    @Test
    void a_deadlock_is_tried_again_until_both_have_had_their_turn() {
        var barrier = new CyclicBarrier(2);

        Together.run(() -> addBoth(barrier, 1, 2), () -> addBoth(barrier, 2, 1));

        assertThat(counter(1)).isEqualTo(2);
        assertThat(counter(2)).isEqualTo(2);
    }

    private long addBoth(CyclicBarrier barrier, int one, int other) {
        var attempts = new AtomicInteger();
        return db.tx(tx -> {
            tx.run(ADD).set("id", one).update();
            if (attempts.incrementAndGet() == 1) {
                awaitOther(barrier);
            }
            return tx.run(ADD).set("id", other).update();
        });
    }

    @Test
    void a_statement_that_the_server_refuses_is_not_tried_again() {
        var attempts = new AtomicInteger();

        var failure = catchThrowableOfType(
                DatabaseException.class,
                () -> db.tx(tx -> {
                    attempts.incrementAndGet();
                    return tx.run(Sql.of("insert into counter values (1, 1)")).update();
                }));

        assertThat(attempts).hasValue(1);
        assertThat(failure.sqlState()).isEqualTo("23505");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void waiting_for_a_connection_is_the_pools_business_and_not_repeated() {
        var asked = new AtomicInteger();
        var away = new PGSimpleDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                asked.incrementAndGet();
                throw new SQLException("away", "08001");
            }
        };

        var failure = catchThrowableOfType(
                DatabaseException.class, () -> Db.of(away, SchemaName.DEFAULT).tx(tx -> tx.run(ADD)));

        assertThat(asked).hasValue(1);
        assertThat(failure.isRetryable()).isTrue();
    }

    /** The server answers such a commit with success and a warning; taken for success, a failover would lose it. */
    @Test
    void a_cancelled_wait_for_a_synchronous_standby_is_not_a_success() throws Exception {
        try (var connection = database.connect()) {
            database.execute("alter system set synchronous_standby_names = 'nobody'");
            database.execute("select pg_reload_conf()");
            Await.until(
                    "the server waits for a standby",
                    () -> database.one("select current_setting('synchronous_standby_names')", String.class)
                            .equals("nobody"));
            var pid = db.on(connection)
                    .run(Sql.of("select pg_backend_pid() as pid"))
                    .one(row -> row.integer("pid"));

            var commit = CompletableFuture.supplyAsync(() -> commitUntilOneWaits(connection));
            Await.until(
                    "the commit waits for its standby",
                    () -> database.query("select 1 from pg_stat_activity where pid = ? and wait_event = 'SyncRep'", pid)
                                    .size()
                            == 1);
            database.query("select pg_cancel_backend(?)", pid);

            assertThat(commit.get(60, TimeUnit.SECONDS)).satisfies(failure -> {
                assertThat(failure.isOutcomeUnknown()).isTrue();
                assertThat(failure).hasMessageContaining("standby");
            });
        } finally {
            database.execute("alter system reset synchronous_standby_names");
            database.execute("select pg_reload_conf()");
        }
    }

    /** The server waits from when its checkpointer has read the settings, which may be a little later than we did. */
    private static DatabaseException commitUntilOneWaits(Connection connection) {
        return catchThrowableOfType(DatabaseException.class, () -> {
            connection.setAutoCommit(false);
            var given = Db.of(connection, SchemaName.DEFAULT);
            while (true) {
                given.run(Sql.of("set local synchronous_commit = on")).execute();
                given.run(ADD).set("id", 1).update();
                Commits.commit(connection);
            }
        });
    }

    private static void awaitOther(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private int counter(int id) {
        return database.one("select n from counter where id = ?", Integer.class, id);
    }

    private Db through(TcpProxy proxy) {
        return Db.of(database.through(proxy), SchemaName.DEFAULT);
    }
}
