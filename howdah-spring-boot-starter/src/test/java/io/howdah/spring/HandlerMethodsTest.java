// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.Job;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.log.EventLog;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Transactional;

/** What a method with an annotation of ours may be, and that what it may not be is said at the start. */
@HowdahTest
class HandlerMethodsTest {
    record Pay(int euros) {}

    record Box<T>(T content) {}

    private final ApplicationContextRunner application;

    HandlerMethodsTest(TestDatabase database) {
        this.application = Starter.on(database);
    }

    @Test
    void what_would_be_over_before_its_work_is_refused() {
        refuses(FutureJob.class, "@JobHandler on pay(Pay)", "must not return a CompletableFuture");
        refuses(FutureMessage.class, "@QueueListener on pay(Pay)", "must not return a Future");
        refuses(FutureEvent.class, "@LogListener on pay(Pay)", "must not return a CompletableFuture");
        refuses(FutureListener.class, "@DurableListener on pay(Pay)", "must not return a CompletableFuture");
        refuses(FutureTick.class, "@HowdahSchedule on pay()", "must not return a CompletableFuture");
        refuses(AsyncJob.class, "@JobHandler on pay(Pay)", "must not be @Async");
        refuses(AsyncBean.class, "@JobHandler on pay(Pay)", "must not be @Async");
        refuses(AsyncLocked.class, "@Locked on pay()", "must not be @Async");
    }

    @Configuration(proxyBeanMethods = false)
    static class FutureJob {
        @JobHandler("pay")
        CompletableFuture<Void> pay(Pay pay) {
            return new CompletableFuture<>();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FutureMessage {
        @QueueListener(queue = "pay")
        Future<?> pay(Pay pay) {
            return new CompletableFuture<>();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FutureEvent {
        @LogListener(topic = "pay", group = "pay")
        CompletableFuture<Void> pay(Pay pay) {
            return new CompletableFuture<>();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FutureListener {
        @DurableListener(name = "pay")
        CompletableFuture<Void> pay(Pay pay) {
            return new CompletableFuture<>();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FutureTick {
        @HowdahSchedule(name = "pay", every = "1h")
        CompletableFuture<Void> pay() {
            return new CompletableFuture<>();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AsyncJob {
        @Async
        @JobHandler("pay")
        void pay(Pay pay) {}
    }

    @Async
    @Configuration(proxyBeanMethods = false)
    static class AsyncBean {
        @JobHandler("pay")
        void pay(Pay pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class AsyncLocked {
        @Async
        @Locked(name = "pay")
        void pay() {}
    }

    @Test
    void a_payload_that_would_be_read_as_something_else_is_refused() {
        refuses(ListJob.class, "java.util.List<", "Pay>", "take a record that holds it");
        refuses(BoxJob.class, "Box<", "take a record that holds it");
        refuses(MapMessage.class, "java.util.Map<", "take a record that holds it");
        refuses(CollectionEvent.class, "java.util.Collection<", "take a record that holds it");
        refuses(BoxEvents.class, "Box<", "take a record that holds it");
    }

    @Configuration(proxyBeanMethods = false)
    static class ListJob {
        @JobHandler("pay")
        void pay(List<Pay> pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BoxJob {
        @JobHandler("pay")
        void pay(Job<Box<Pay>> pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class MapMessage {
        @QueueListener(queue = "pay")
        void pay(Map<String, Pay> pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class CollectionEvent {
        @LogListener(topic = "pay", group = "pay")
        void pay(Collection<Pay> pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BoxEvents {
        @LogListener(topic = "pay", group = "pay")
        void pay(List<Box<Pay>> pay) {}
    }

    @Test
    void texts_numbers_and_what_is_of_no_class_are_read() {
        application.withUserConfiguration(Simple.class).run(context -> {
            var jobs = context.getBean(Jobs.class);
            jobs.enqueue(JobType.of("text", String.class), "a");
            jobs.enqueue(context.getBean(Simple.class).number(), 7);
            jobs.enqueue(JobType.of("map", Map.class), Map.of("b", 1));
            jobs.enqueue(JobType.of("list", List.class), List.of("c"));

            var seen = context.getBean(Simple.class).seen;
            Await.until("all were handled", () -> seen.size() == 4);
            assertThat(seen).containsExactlyInAnyOrder("a", "7", "{b=1}", "c");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Simple {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Bean
        JobType<Integer> number() {
            return JobType.of("number", Integer.class);
        }

        @JobHandler("text")
        void text(String text) {
            seen.add(text);
        }

        @JobHandler("number")
        void number(int number) {
            seen.add(String.valueOf(number));
        }

        @JobHandler("map")
        void map(Map<String, Object> map) {
            seen.add(map.toString());
        }

        @JobHandler("list")
        void list(List<String> list) {
            seen.add(String.join(" ", list));
        }
    }

    @Test
    void a_method_that_a_proxy_hides_is_refused() {
        refuses(Final.class, "@JobHandler on pay(Pay)", "must not be final");
        refuses(Private.class, "@JobHandler on pay(Pay)", "visibility");
        Starter.refuses(
                application.withPropertyValues("spring.aop.proxy-target-class=false"),
                BehindInterface.class,
                "@JobHandler on pay(Pay)",
                "interface");
    }

    @Configuration(proxyBeanMethods = false)
    static class Final {
        @Transactional
        public void other() {}

        @JobHandler("pay")
        final void pay(Pay pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Private {
        @Transactional
        public void other() {}

        @JobHandler("pay")
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // That it would never be called is the point.
        private void pay(Pay pay) {}
    }

    interface Till {
        void open();
    }

    static class OwnTill implements Till {
        @Override
        @Transactional
        public void open() {}

        @JobHandler("pay")
        public void pay(Pay pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BehindInterface {
        @Bean
        OwnTill till() {
            return new OwnTill();
        }
    }

    @Test
    void names_that_nothing_can_have_are_refused() {
        refuses(NoName.class, "@JobHandler on pay(Pay)", "the name of a type has 1 to 100");
        refuses(NoQueue.class, "@JobHandler on pay(Pay)", "the name of a queue has 1 to 100");
        refuses(NoLock.class, "@Locked on pay()", "the name of a lock has 1 to 500");
    }

    @Configuration(proxyBeanMethods = false)
    static class NoName {
        @JobHandler("")
        void pay(Pay pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class NoQueue {
        @JobHandler(value = "pay", queue = "of mine")
        void pay(Pay pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class NoLock {
        @Locked(name = "")
        void pay() {}
    }

    @Test
    void which_howdah_is_meant_has_to_be_clear() {
        refuses(TwoSources.class, "there is no Howdah", "@Primary", "HowdahFactory");
        refuses(TwoHowdahs.class, "several Howdahs, [first, second]", "say howdah =");
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoSources {
        @Bean
        DataSource first() {
            return new org.postgresql.ds.PGSimpleDataSource();
        }

        @Bean
        DataSource second() {
            return new org.postgresql.ds.PGSimpleDataSource();
        }

        @JobHandler("pay")
        void pay(Pay pay) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoHowdahs {
        @Bean
        Howdah first(HowdahFactory factory, DataSource dataSource) {
            return factory.on(dataSource).build();
        }

        @Bean
        Howdah second(HowdahFactory factory, DataSource dataSource) {
            return factory.on(dataSource).build();
        }

        @JobHandler("pay")
        void pay(Pay pay) {}
    }

    @Test
    void handlers_are_found_where_beans_are_made_only_when_they_are_wanted() {
        application
                .withInitializer(context -> context.addBeanFactoryPostProcessor(
                        new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
                .withUserConfiguration(Simple.class)
                .run(context -> {
                    context.getBean(Jobs.class).enqueue(JobType.of("text", String.class), "late");

                    Await.until(
                            "it was handled",
                            () -> context.getBean(Simple.class).seen.contains("late"));
                    assertThat(context).hasSingleBean(EventLog.class);
                });
    }

    private void refuses(Class<?> configuration, String... words) {
        Starter.refuses(application, configuration, words);
    }
}
