// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Codec;
import io.howdah.DatabaseException;
import io.howdah.Howdah;
import io.howdah.Tracing;
import io.howdah.cluster.Durability;
import io.howdah.job.JobId;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** What is enqueued in a transaction of Spring's is in it, and in no other. */
@HowdahTest
class SpringTransactionTest {
    private static final JobType<String> NOTE = JobType.of("note", String.class);

    private final TestDatabase database;
    private final PlatformTransactionManager transactions;
    private final TransactionTemplate transaction;
    private final Howdah howdah;

    SpringTransactionTest(TestDatabase database) {
        this.database = database;
        this.transactions = new JdbcTransactionManager(database.dataSource());
        this.transaction = new TransactionTemplate(transactions);
        this.howdah = database.howdah(builder -> builder.transaction(new SpringTransaction(database.dataSource())));
    }

    @BeforeEach
    void table() {
        database.execute("create table orders (id int primary key)");
    }

    @AfterEach
    void drop() {
        database.execute("drop table orders");
    }

    @Test
    void a_rollback_removes_the_job_with_the_data() {
        transaction.executeWithoutResult(status -> {
            order(1);
            howdah.jobs().enqueue(NOTE, "never");
            howdah.jobs().enqueueAll(NOTE, List.of("never", "ever"), JobOptions.none());
            status.setRollbackOnly();
        });

        assertThat(database.query("select id from orders")).isEmpty();
        assertThat(database.query("select id from howdah.work_body")).isEmpty();
    }

    @Test
    void an_exception_removes_the_job_with_the_data() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    howdah.jobs().enqueue(NOTE, "never");
                    order(1);
                    order(1);
                }))
                .hasMessageContaining("orders_pkey");

        assertThat(database.query("select id from howdah.work_body")).isEmpty();
    }

    @Test
    void nobody_sees_the_job_before_the_commit() {
        var id = transaction.execute(status -> {
            var enqueued = howdah.jobs().enqueue(NOTE, "soon");
            assertThat(database.query("select id from howdah.work_body")).isEmpty();
            return enqueued;
        });

        assertThat(howdah.jobs().find(id)).isPresent();
    }

    @Test
    void a_commit_wakes_the_workers_however_long_it_took_to_come() throws Exception {
        try (var listener = database.connect()) {
            new JdbcTemplate(new SingleConnectionDataSource(listener, true)).execute("listen howdah");

            transaction.executeWithoutResult(status -> {
                howdah.jobs().enqueue(NOTE, "soon");
                // Longer than signals are sent for a commit that nobody tells us of.
                new JdbcTemplate(database.dataSource()).execute("select pg_sleep(1.4)");
                received(listener);
            });

            Await.until("whoever listens is told after the commit", () -> received(listener) > 0);
        }
    }

    private static int received(Connection listener) {
        try {
            var notifications = listener.unwrap(PGConnection.class).getNotifications(1);
            return notifications == null ? 0 : notifications.length;
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void an_inner_transaction_of_its_own_keeps_its_job() {
        var inner = new TransactionTemplate(transactions);
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        var kept = new JobId[1];

        transaction.executeWithoutResult(status -> {
            howdah.jobs().enqueue(NOTE, "never");
            kept[0] = inner.execute(nested -> howdah.jobs().enqueue(NOTE, "kept"));
            status.setRollbackOnly();
        });

        assertThat(database.query("select id from howdah.work_body")).containsExactly(List.of(kept[0].value()));
    }

    @Test
    void a_savepoint_that_is_rolled_back_takes_its_job_along() {
        var nested = new TransactionTemplate(transactions);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

        transaction.executeWithoutResult(status -> {
            howdah.jobs().enqueue(NOTE, "kept");
            nested.executeWithoutResult(savepoint -> {
                howdah.jobs().enqueue(NOTE, "never");
                savepoint.setRollbackOnly();
            });
        });

        assertThat(database.query("select id from howdah.work_body")).hasSize(1);
    }

    @Test
    void a_transaction_that_only_reads_takes_no_job() {
        var readOnly = new TransactionTemplate(transactions);
        readOnly.setReadOnly(true);
        howdah.jobs().enqueue(NOTE, "the names of queue and type are known");

        assertThatThrownBy(() -> readOnly.execute(status -> howdah.jobs().enqueue(NOTE, "never")))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("read-only");
    }

    @Test
    void a_transaction_on_another_data_source_is_not_joined() {
        var other = new TransactionTemplate(new JdbcTransactionManager(database.direct()));

        other.executeWithoutResult(status -> {
            // Kept at hand for this thread by now, but no part of the transaction.
            new JdbcTemplate(database.dataSource()).execute("select 1");
            howdah.jobs().enqueue(NOTE, "kept");
            status.setRollbackOnly();
        });

        assertThat(database.query("select id from howdah.work_body")).hasSize(1);
    }

    @Test
    void a_data_source_that_is_aware_of_transactions_is_seen_through() {
        var aware = new TransactionAwareDataSourceProxy(database.dataSource());
        var properties = new HowdahProperties(
                true,
                "howdah",
                "",
                true,
                true,
                Duration.ofSeconds(5),
                Duration.ZERO,
                Durability.AT_RISK,
                true,
                Map.of());
        var none = new DefaultListableBeanFactory();
        try (var made = new HowdahFactory(
                        properties, none.getBeanProvider(Codec.class), none.getBeanProvider(Tracing.class))
                .on(aware)
                .build()) {
            transaction.executeWithoutResult(status -> {
                made.jobs().enqueue(NOTE, "never");
                status.setRollbackOnly();
            });
        }

        assertThat(database.query("select id from howdah.work_body")).isEmpty();
    }

    private void order(int id) {
        new JdbcTemplate(database.dataSource()).update("insert into orders values (?)", id);
    }
}
