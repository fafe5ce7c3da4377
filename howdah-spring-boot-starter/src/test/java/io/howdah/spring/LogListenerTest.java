// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.log.EventBatch;
import io.howdah.log.EventLog;
import io.howdah.log.LogEvent;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Events that methods of beans read, in the transaction in which their group moves on. */
@HowdahTest
class LogListenerTest {
    record Placed(int order) {}

    static final Topic ORDERS = Topic.of("orders").partitions(1);
    static final JobType<String> NOTE = JobType.of("note", String.class);

    private final TestDatabase database;
    private final ApplicationContextRunner application;

    LogListenerTest(TestDatabase database) {
        this.database = database;
        this.application = Starter.on(database).withUserConfiguration(Topics.class);
    }

    @BeforeEach
    void table() {
        database.execute("create table effect (word text)");
    }

    @AfterEach
    void drop() {
        database.execute("drop table effect");
    }

    @Configuration(proxyBeanMethods = false)
    static class Topics {
        @Bean
        Topic orders() {
            return ORDERS;
        }
    }

    private static NewEvent placed(int order) {
        return NewEvent.of("placed", new Placed(order)).key("k");
    }

    private List<String> effects() {
        return database.query("select word from effect").stream()
                .map(row -> String.valueOf(row.getFirst()))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    static class Shapes {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @LogListener(topic = "orders", group = "payload", types = "placed")
        void payload(Placed placed) {
            seen.add("payload " + placed.order());
        }

        @LogListener(topic = "orders", group = "event")
        void event(LogEvent event) {
            seen.add("event " + event.type());
        }

        @LogListener(topic = "orders", group = "payloads", types = "placed")
        void payloads(List<Placed> placed) {
            seen.add("payloads " + placed);
        }

        @LogListener(topic = "orders", group = "events", batch = 1, transactional = false)
        void events(List<LogEvent> events) {
            seen.add("events " + events.size() + " " + TransactionSynchronizationManager.isActualTransactionActive());
        }

        @LogListener(topic = "orders", group = "batch")
        void batch(EventBatch batch) {
            seen.add("batch " + batch.units().size());
        }
    }

    @Test
    void a_method_takes_events_in_any_shape() {
        application.withUserConfiguration(Shapes.class).run(context -> {
            var cancelled = NewEvent.of("cancelled", "by hand").key("k");
            context.getBean(EventLog.class).appendAll(ORDERS, List.of(placed(1), placed(2), cancelled));

            var seen = context.getBean(Shapes.class).seen;
            Await.until("all have been called", () -> seen.size() == 8);
            assertThat(seen)
                    .containsExactlyInAnyOrder(
                            "payload 1",
                            "payload 2",
                            "event placed",
                            "event placed",
                            "event cancelled",
                            "payloads [Placed[order=1], Placed[order=2]]",
                            "events 3 false",
                            "batch 1");
        });
    }

    /** Fails the first time, after everything that it does. */
    static class Revenue {
        final AtomicInteger calls = new AtomicInteger();
        final List<String> told = new CopyOnWriteArrayList<>();
        private final JdbcClient sql;
        private final Jobs jobs;
        private final Inner inner;

        Revenue(JdbcClient sql, Jobs jobs, Inner inner) {
            this.sql = sql;
            this.jobs = jobs;
            this.inner = inner;
        }

        @LogListener(topic = "orders", group = "revenue")
        void add(Placed placed) {
            sql.sql("insert into effect values ('client')").update();
            inner.join();
            inner.apart();
            jobs.enqueue(NOTE, "noted");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    told.add("committed");
                }

                @Override
                public void afterCompletion(int status) {
                    told.add("completed " + status);
                }
            });
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("rolled back with everything that joined");
            }
        }
    }

    static class Inner {
        private final JdbcClient sql;

        Inner(JdbcClient sql) {
            this.sql = sql;
        }

        @Transactional
        public void join() {
            sql.sql("insert into effect values ('joined')").update();
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void apart() {
            sql.sql("insert into effect values ('apart')").update();
        }

        @Transactional
        public void fail() {
            throw new IllegalStateException("inner");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RevenueConfiguration {
        @Bean
        Inner inner(JdbcClient sql) {
            return new Inner(sql);
        }

        @Bean
        Revenue revenue(JdbcClient sql, Jobs jobs, Inner inner) {
            return new Revenue(sql, jobs, inner);
        }
    }

    @Test
    void what_is_written_by_way_of_spring_commits_with_the_batch_or_not_at_all() {
        application.withUserConfiguration(RevenueConfiguration.class).run(context -> {
            context.getBean(EventLog.class).append(ORDERS, placed(1));

            var revenue = context.getBean(Revenue.class);
            Await.until("it has committed", () -> revenue.told.contains("committed"));
            assertThat(revenue.calls).hasValue(2);
            assertThat(effects())
                    .as("once, but for what had a transaction of its own")
                    .containsExactlyInAnyOrder("client", "joined", "apart", "apart");
            assertThat(database.query("select id from howdah.work_body")).hasSize(1);
            Await.until("all was told", () -> revenue.told.size() == 3);
            assertThat(revenue.told)
                    .containsExactly(
                            "completed " + TransactionSynchronization.STATUS_ROLLED_BACK,
                            "committed",
                            "completed " + TransactionSynchronization.STATUS_COMMITTED);
        });
    }

    static class Swallowing {
        final AtomicInteger calls = new AtomicInteger();
        private final JdbcClient sql;
        private final Inner inner;

        Swallowing(JdbcClient sql, Inner inner) {
            this.sql = sql;
            this.inner = inner;
        }

        @LogListener(topic = "orders", group = "swallowing", attempts = 3)
        void add(Placed placed) {
            sql.sql("insert into effect values ('swallowed')").update();
            if (calls.incrementAndGet() < 3) {
                try {
                    inner.fail();
                } catch (IllegalStateException swallowed) {
                    sql.sql("insert into effect values ('went on')").update();
                }
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SwallowingConfiguration {
        @Bean
        Inner inner(JdbcClient sql) {
            return new Inner(sql);
        }

        @Bean
        Swallowing swallowing(JdbcClient sql, Inner inner) {
            return new Swallowing(sql, inner);
        }
    }

    @Test
    void an_inner_transaction_that_is_rolled_back_takes_the_batch_along() {
        application.withUserConfiguration(SwallowingConfiguration.class).run(context -> {
            context.getBean(EventLog.class).append(ORDERS, placed(1));

            Await.until("the third attempt commits", () -> !effects().isEmpty());
            assertThat(effects()).containsExactly("swallowed");
            assertThat(context.getBean(Swallowing.class).calls).hasValue(3);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class NoPayload {
        @LogListener(topic = "orders", group = "g")
        void take() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BatchOfTypes {
        @LogListener(topic = "orders", group = "g", types = "placed")
        void take(EventBatch batch) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherPartitions {
        @LogListener(topic = "parts", group = "g")
        void take(Placed placed) {}
    }

    @Test
    void what_cannot_read_is_named_at_the_start() {
        database.howdah().log().create(Topic.of("parts").partitions(2));
        Map.of(
                        NoPayload.class, "take() of bean logListenerTest.NoPayload: it must take one parameter",
                        BatchOfTypes.class, "types cannot be chosen where the whole EventBatch is taken",
                        OtherPartitions.class, "take(Placed) of bean logListenerTest.OtherPartitions: Topic parts has")
                .forEach((configuration, message) ->
                        Starter.refuses(application, configuration, "@LogListener on ", message));
    }
}
