// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.job.Job;
import io.howdah.job.JobFilter;
import io.howdah.job.JobInfo;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.job.Retry;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Application events that outlive the process that published them. */
@HowdahTest
class DurableListenerTest {
    record Placed(int order, List<String> articles) {}

    record Unlucky(int order) {}

    static class Shipped {
        public String address = "";
    }

    static class ShippedAbroad extends Shipped {
        public String customs = "";
    }

    private final TestDatabase database;
    private final ApplicationContextRunner application;

    DurableListenerTest(TestDatabase database) {
        this.database = database;
        this.application = Starter.on(database).withUserConfiguration(Listeners.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @DurableListener(name = "send-receipt")
        void receipt(Placed placed) {
            seen.add("receipt " + placed);
        }

        @DurableListener
        void stock(Job<Placed> job) {
            seen.add("stock " + job.payload().order());
        }

        @DurableListener(name = "unlucky")
        void unlucky(Unlucky event) {
            seen.add("unlucky");
            throw new IllegalStateException("as ever");
        }

        @DurableListener
        void shipped(Shipped shipped) {
            seen.add("shipped to " + shipped.address);
        }

        @Bean
        JobType<Unlucky> unluckyType() {
            return JobType.of("unlucky", Unlucky.class)
                    .retry(Retry.fixed(Duration.ofMillis(10)).attempts(3));
        }
    }

    private long works() {
        return database.one("select count(*) from howdah.work_body", Long.class);
    }

    private static TransactionTemplate transaction(ApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    @Test
    void a_commit_has_every_listener_called_with_what_was_published() {
        application.run(context -> {
            var seen = context.getBean(Listeners.class).seen;
            transaction(context).executeWithoutResult(status -> {
                context.publishEvent(new Placed(7, List.of("tea", "cake")));
                assertThat(works()).as("nobody sees it before the commit").isZero();
                assertThat(seen).isEmpty();
            });

            Await.until("both were called", () -> seen.size() == 2);
            assertThat(seen).containsExactlyInAnyOrder("receipt Placed[order=7, articles=[tea, cake]]", "stock 7");
            assertThat(works()).isEqualTo(2);
        });
    }

    @Test
    void a_rollback_leaves_nothing_behind() {
        application.run(context -> {
            transaction(context).executeWithoutResult(status -> {
                context.publishEvent(new Placed(7, List.of()));
                status.setRollbackOnly();
            });

            assertThat(works()).isZero();
            context.publishEvent(new Placed(8, List.of()));
            var seen = context.getBean(Listeners.class).seen;
            Await.until("what has no transaction is kept too", () -> seen.size() == 2);
            assertThat(seen).containsExactlyInAnyOrder("receipt Placed[order=8, articles=[]]", "stock 8");
        });
    }

    @Test
    void who_keeps_failing_is_tried_again_and_then_dead() {
        application.run(context -> {
            context.publishEvent(new Unlucky(13));

            var dead = context.getBean(Jobs.class).dead();
            var unlucky = JobFilter.all().type("unlucky");
            Await.until("it is dead", () -> dead.count(unlucky) == 1);
            assertThat(dead.list(unlucky, 10).jobs())
                    .extracting(JobInfo::attempts)
                    .containsExactly(3);
            assertThat(context.getBean(Listeners.class).seen).containsExactly("unlucky", "unlucky", "unlucky");
        });
    }

    @Test
    void it_waits_for_a_process_that_takes_part() {
        application.withPropertyValues("howdah.start=false").run(context -> {
            context.publishEvent(new Placed(7, List.of()));
            assertThat(works()).isEqualTo(2);
        });

        application.run(context -> Await.until(
                "another process has been called",
                () -> context.getBean(Listeners.class).seen.size() == 2));
    }

    @Test
    void what_would_lose_something_on_the_way_is_refused_when_it_is_published() {
        application.run(context -> {
            assertThatThrownBy(() -> context.publishEvent(new ShippedAbroad()))
                    .hasMessageContaining("shipped(Shipped) of bean")
                    .hasMessageContaining("ShippedAbroad was published");
            assertThat(works()).isZero();
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OnInterface {
        @DurableListener
        void on(CharSequence event) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class OnSpring {
        @DurableListener
        void on(ContextRefreshedEvent event) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class OnNothing {
        @DurableListener
        void on() {}
    }

    @Test
    void what_cannot_be_written_is_named_at_the_start() {
        Map.of(
                        OnInterface.class,
                                "it must take a class that can be read from a row, not java.lang.CharSequence",
                        OnSpring.class, "it must take an event of your own",
                        OnNothing.class, "it must take one parameter: the payload, or a Job")
                .forEach((configuration, message) ->
                        Starter.refuses(application, configuration, "@DurableListener on ", message));
    }
}
