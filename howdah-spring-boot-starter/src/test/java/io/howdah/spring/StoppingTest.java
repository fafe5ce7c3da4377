// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

@HowdahTest
class StoppingTest {
    static final JobType<String> SLOW = JobType.of("slow", String.class);

    private final ApplicationContextRunner application;

    /** Of applications that Spring keeps for other tests. */
    private final Set<Thread> others = Set.copyOf(Thread.getAllStackTraces().keySet());

    StoppingTest(TestDatabase database) {
        this.application = Starter.on(database);
    }

    @Test
    void a_job_that_runs_ends_before_the_beans_that_it_uses() {
        var seen = new CopyOnWriteArrayList<String>();
        application
                .withBean("slow", Slow.class, () -> new Slow(seen), definition -> definition.setDependsOn("howdah"))
                .run(context -> {
                    context.getBean(Jobs.class).enqueue(SLOW, "now");
                    Await.until("it has begun", () -> seen.contains("begun"));
                });

        assertThat(seen).containsExactly("begun", "ended", "destroyed");
    }

    /** Made after the Howdah, so destroyed before it. */
    static class Slow implements DisposableBean {
        private final List<String> seen;
        private final CountDownLatch closing = new CountDownLatch(1);

        Slow(List<String> seen) {
            this.seen = seen;
        }

        @JobHandler("slow")
        void work(String payload) throws InterruptedException {
            seen.add("begun");
            closing.await();
            // Long enough for whoever does not wait to be seen not waiting.
            Await.until("others had their chance", () -> System.nanoTime() - closed > 300_000_000L);
            seen.add("ended");
        }

        private volatile long closed;

        @EventListener
        void close(ContextClosedEvent event) {
            closed = System.nanoTime();
            closing.countDown();
        }

        @Override
        public void destroy() {
            seen.add("destroyed");
        }
    }

    @Test
    void an_application_with_handlers_stays_although_it_has_no_web_server() {
        application
                .withUserConfiguration(Worker.class)
                .run(context -> assertThat(stayers())
                        .singleElement()
                        .satisfies(thread -> assertThat(thread.isDaemon()).isFalse()));

        Await.until("nothing keeps the process any more", () -> stayers().isEmpty());
    }

    @Configuration(proxyBeanMethods = false)
    static class Worker {
        @QueueListener(queue = "mail")
        void send(String mail) {}
    }

    @Test
    void an_application_that_stands_for_election_stays() {
        application
                .withPropertyValues("howdah.leader.name=stayers")
                .run(context -> assertThat(stayers()).hasSize(1));

        Await.until("nothing keeps the process any more", () -> stayers().isEmpty());
    }

    @Test
    void an_application_without_handlers_ends_when_its_own_work_does() {
        application
                .withUserConfiguration(Locker.class)
                .run(context -> assertThat(stayers()).isEmpty());
        application
                .withUserConfiguration(Worker.class)
                .withPropertyValues("howdah.start=false")
                .run(context -> assertThat(stayers()).isEmpty());
    }

    @Configuration(proxyBeanMethods = false)
    static class Locker {
        @Locked(name = "other")
        public void work() {}
    }

    @Test
    void an_application_that_fails_to_start_is_not_kept() {
        application
                .withUserConfiguration(Worker.class)
                .withBean("broken", Broken.class, Broken::new)
                .run(context -> assertThat(context).hasFailed());

        Await.until("nothing keeps the process any more", () -> stayers().isEmpty());
    }

    /** Starts last, and cannot. */
    static class Broken implements SmartLifecycle {
        @Override
        public void start() {
            throw new IllegalStateException("no");
        }

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }
    }

    private List<Thread> stayers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("stay-howdah") && !others.contains(thread))
                .toList();
    }
}
