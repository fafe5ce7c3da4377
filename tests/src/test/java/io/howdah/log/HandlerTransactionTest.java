// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A handler has a transaction when it asks for one; its group moves on with it, or without it just as safely. */
@HowdahTest
class HandlerTransactionTest {
    private static final Topic TOPIC = Topic.of("orders").partitions(3);
    private static final GroupOptions ONCE = GroupOptions.standard().attempts(1).pauses(Duration.ZERO, Duration.ZERO);

    private final AtomicInteger calls = new AtomicInteger();
    private final Pool pool = new Pool();
    private TestDatabase database;
    private Howdah howdah;
    private EventLog log;

    /** Has a connection for everybody, or for nobody, or not for the next few. */
    private static final class Pool extends PGSimpleDataSource {
        private static final long serialVersionUID = 1;

        private final AtomicInteger refusals = new AtomicInteger();
        private volatile boolean empty;
        private volatile boolean interrupts;

        @Override
        public Connection getConnection() throws SQLException {
            if (empty || refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                if (interrupts) {
                    Thread.currentThread().interrupt();
                }
                throw new SQLException("no connection is free");
            }
            return super.getConnection();
        }
    }

    @BeforeEach
    void log(TestDatabase database) {
        this.database = database;
        howdah = database.howdah();
        log = howdah.log();
        log.create(TOPIC);
        pool.setUrl(database.jdbcUrl());
        pool.setUser(database.user());
        pool.setPassword(database.password());
        database.execute("drop table if exists effect; create table effect (off bigint)");
    }

    private void appendTo(int partition) {
        for (int i = 0; ; i++) {
            if (TOPIC.partitionOf("k" + i) == partition) {
                log.append(TOPIC, NewEvent.of("t", "x").key("k" + i));
                return;
            }
        }
    }

    private long open() {
        return database.one(
                "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in%'",
                Long.class);
    }

    private static void write(EventBatch batch) throws SQLException {
        try (var insert = batch.connection().prepareStatement("insert into effect values (?)")) {
            insert.setLong(1, batch.units().getFirst().first());
            insert.execute();
        }
    }

    private List<Long> behind() {
        return log.group(TOPIC, "g").lag().stream().map(Lag::events).toList();
    }

    @Test
    void a_handler_has_a_transaction_from_when_it_asks_for_its_connection() {
        appendTo(0);
        var seen = new ArrayList<Long>();
        log.handle(TOPIC, "g", ONCE, batch -> {
            seen.add(open());
            assertThat(batch.connection()).isSameAs(batch.connection());
            write(batch);
            seen.add(open());
        });

        howdah.drain();

        assertThat(seen).containsExactly(0L, 1L);
        assertThat(open()).isZero();
        assertThat(behind()).containsOnly(0L);
    }

    @Test
    void a_batch_gives_no_connection_any_more_when_it_has_ended() {
        appendTo(0);
        var kept = new ArrayList<EventBatch>();
        log.handle(TOPIC, "g", ONCE, kept::add);

        howdah.drain();

        assertThatThrownBy(() -> kept.getFirst().connection()).hasMessageContaining("has ended");
    }

    @Test
    void a_partition_that_was_lost_meanwhile_is_not_moved_on_by_a_handler_without_a_transaction() {
        appendTo(0);
        log.handle(TOPIC, "g", ONCE, batch -> {
            if (calls.incrementAndGet() == 1) {
                database.execute("update howdah.log_lease set gen = gen + 1, owner = null");
            }
        });

        howdah.drain();

        assertThat(calls).hasValue(1);
        assertThat(behind()).containsExactlyInAnyOrder(0L, 0L, 1L);
        howdah.drain();
        assertThat(calls).hasValue(2);
        assertThat(behind()).containsOnly(0L);
    }

    @Test
    void a_partition_that_somebody_is_at_holds_up_no_other_and_moves_on_when_they_have_gone() throws Exception {
        var together = new CountDownLatch(3);
        log.handle(TOPIC, "g", ONCE, batch -> {
            calls.incrementAndGet();
            together.countDown();
            together.await();
        });
        howdah.start();
        Await.until("all are held", () -> held() == 3);
        try (var somebody = database.connect()) {
            somebody.setAutoCommit(false);
            somebody.createStatement()
                    .execute("select from howdah.log_lease where part_id = (select min(part_id) from howdah.log_lease)"
                            + " for update");
            for (int partition = 0; partition < 3; partition++) {
                appendTo(partition);
            }
            Await.until("the others have moved on", () -> behind().equals(List.of(1L, 0L, 0L)));
            somebody.rollback();
        }

        Await.until("all have moved on", () -> behind().equals(List.of(0L, 0L, 0L)));
        assertThat(calls).hasValue(3);
    }

    private long held() {
        return database.one("select count(*) from howdah.log_lease where owner is not null", Long.class);
    }

    @Test
    void a_handler_that_got_no_connection_has_not_failed_whatever_it_makes_of_that() {
        appendTo(0);
        try (var other = Howdah.open(pool)) {
            other.log().handle(TOPIC, "g", ONCE, batch -> {
                pool.empty = calls.incrementAndGet() <= 2;
                try {
                    write(batch);
                } catch (DatabaseException none) {
                    if (calls.get() == 1) {
                        throw new IllegalStateException("wrapped", none);
                    }
                } finally {
                    pool.empty = false;
                }
            });
            for (int i = 0; i < 3; i++) {
                try {
                    other.drain();
                } catch (DatabaseException none) {
                    assertThat(none).hasMessageContaining("no connection is free");
                }
            }
        }

        assertThat(calls).hasValue(3);
        assertThat(database.one("select count(*) from effect", Long.class)).isEqualTo(1);
        assertThat(behind()).containsOnly(0L);
        assertThat(log.group(TOPIC, "g").parked(10)).isEmpty();
    }

    @Test
    void what_a_handler_did_elsewhere_is_not_repeated_because_no_connection_was_free_to_move_on() {
        appendTo(0);
        try (var other = Howdah.open(pool)) {
            other.log().handle(TOPIC, "g", ONCE, batch -> {
                calls.incrementAndGet();
                pool.refusals.set(3);
            });

            other.drain();
        }

        assertThat(calls).hasValue(1);
        assertThat(behind()).containsOnly(0L);
    }

    @Test
    void moving_on_is_not_tried_again_by_a_reader_that_is_interrupted() {
        appendTo(0);
        try (var other = Howdah.open(pool)) {
            other.log().handle(TOPIC, "g", ONCE, batch -> {
                pool.interrupts = true;
                pool.refusals.set(3);
            });

            assertThatThrownBy(other::drain).hasMessageContaining("no connection is free");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(pool.refusals).hasValue(2);
            pool.refusals.set(0);
        }
    }

    /** As with a pool whose connections do not commit by themselves. */
    @Test
    void who_freezes_before_the_commit_of_many_moves_is_thrown_out_by_the_server() throws SQLException {
        try (var frozen = database.connect();
                var statement = frozen.createStatement()) {
            frozen.setAutoCommit(false);
            statement.execute("select from howdah.log_advance_all('{}', '{}', '{}', '{}', '{}')");
            try (var said = statement.executeQuery("show idle_in_transaction_session_timeout")) {
                assertThat(said.next()).isTrue();
                assertThat(said.getString(1)).isEqualTo("5s");
            }
        }
    }
}
