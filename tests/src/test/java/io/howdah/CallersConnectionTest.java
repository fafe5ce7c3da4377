// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.approval.ApprovalPolicy;
import io.howdah.approval.ApprovalRequest;
import io.howdah.approval.Approvers;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.notification.Intent;
import io.howdah.notification.Recipient;
import io.howdah.queue.QueueName;
import io.howdah.queue.SendOptions;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Whoever calls within a transaction may hold the pool's last connection: nothing may wait for another one. */
@HowdahTest
class CallersConnectionTest {
    private static final JobType<String> TYPE = JobType.of("ship", String.class);
    private static final QueueName<String> QUEUE = QueueName.of("parcels", String.class);
    private static final Topic TOPIC = Topic.of("orders");

    /** What a transaction can write, each by its first use in a process. */
    enum Verb {
        JOB,
        JOB_WITH_KEY,
        UNIQUE_JOB,
        JOBS,
        COPIED_JOBS,
        MESSAGE,
        PUBLISHED,
        EVENT,
        REQUEST,
        NOTIFICATION;

        void in(Connection transaction, Howdah howdah) {
            switch (this) {
                case JOB -> howdah.jobs().enqueue(transaction, TYPE, "x");
                case JOB_WITH_KEY ->
                    howdah.jobs()
                            .enqueue(transaction, TYPE, "x", JobOptions.none().key("customer-1"));
                case UNIQUE_JOB ->
                    howdah.jobs()
                            .enqueue(
                                    transaction,
                                    TYPE,
                                    "x",
                                    JobOptions.none().unique("order-1", JobOptions.IfExists.KEEP));
                case JOBS -> howdah.jobs().enqueueAll(transaction, TYPE, List.of("x", "y"), JobOptions.none());
                case COPIED_JOBS -> howdah.jobs().copy(transaction, TYPE, Stream.of("x", "y"), JobOptions.none());
                case MESSAGE -> howdah.messages().send(transaction, QUEUE, "x");
                case PUBLISHED -> howdah.topics().publish(transaction, "parcel.sent", "x", SendOptions.none());
                case EVENT -> howdah.log().append(transaction, TOPIC, NewEvent.of("placed", "x"));
                case REQUEST -> howdah.approvals().request(transaction, ApprovalRequest.of("deploy", "carol", POLICY));
                case NOTIFICATION -> howdah.notifications().notify(transaction, INTENT);
            }
        }
    }

    private static final ApprovalPolicy POLICY = ApprovalPolicy.of(1, Approvers.people("zoe"));
    private static final Intent INTENT = Intent.of("shop", "order-1", "order.paid")
            .to(Recipient.email("zoe@shop.example"))
            .subject("Paid")
            .text("Thanks");

    /**
     * Gives connections until it has none left; then it is as a pool is: whoever wants one is refused, if need be late.
     */
    private static final class Pool extends PGSimpleDataSource {
        private static final long serialVersionUID = 1;

        private final transient CountDownLatch timeout = new CountDownLatch(1);
        private volatile boolean empty;
        private volatile boolean patient;

        @Override
        public Connection getConnection() throws SQLException {
            if (!empty) {
                return super.getConnection();
            }
            if (patient) {
                await(timeout);
            }
            throw new SQLException("no connection is free");
        }

        private static void await(CountDownLatch moment) {
            try {
                moment.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final Pool pool = new Pool();
    private TestDatabase database;

    @BeforeEach
    void what_others_have_used(TestDatabase database, Howdah other) throws SQLException {
        this.database = database;
        pool.setUrl(database.jdbcUrl());
        pool.setUser(database.user());
        pool.setPassword(database.password());
        other.topics().bind("parcel.*", QUEUE);
    }

    @ParameterizedTest
    @EnumSource
    void what_others_have_used_is_found_without_a_second_connection(Verb verb, Howdah other) throws SQLException {
        try (var connection = database.connect()) {
            verb.in(connection, other);
        }

        inTheLastConnection(verb);
    }

    @ParameterizedTest
    @EnumSource
    void what_nobody_has_used_is_made_in_the_callers_transaction_if_need_be(Verb verb) throws SQLException {
        inTheLastConnection(verb);
    }

    @Test
    void what_nobody_has_used_is_not_waited_for_until_the_pools_timeout() throws SQLException {
        pool.patient = true;

        inTheLastConnection(Verb.JOB_WITH_KEY);
        pool.timeout.countDown();
    }

    @Test
    void what_the_callers_transaction_has_made_itself_is_not_remembered() throws SQLException {
        try (var howdah = Howdah.open(pool);
                var transaction = database.connect()) {
            transaction.setAutoCommit(false);
            transaction.createStatement().execute("select howdah.enqueue('ship', '1', key => 'customer-1')");
            Verb.JOB_WITH_KEY.in(transaction, howdah);
            transaction.rollback();

            Verb.JOB_WITH_KEY.in(transaction, howdah);
            transaction.commit();
        }

        assertThat(database.query("""
            select queue.name, kind.name, gate.queue_id is not null
            from howdah.work_body body
            join howdah.queue on queue.id = body.queue_id
            join howdah.kind on kind.id = body.kind_id
            left join howdah.work_gate gate on gate.queue_id = queue.id
            """)).containsExactly(List.of("default", "ship", true));
    }

    private void inTheLastConnection(Verb verb) throws SQLException {
        try (var howdah = Howdah.open(pool);
                var last = database.connect()) {
            last.setAutoCommit(false);
            pool.empty = true;

            verb.in(last, howdah);

            last.commit();
            pool.empty = false;
        }
    }
}
