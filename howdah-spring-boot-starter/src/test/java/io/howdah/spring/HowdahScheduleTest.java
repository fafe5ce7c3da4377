// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.job.JobFilter;
import io.howdah.job.Jobs;
import io.howdah.job.schedule.Cron;
import io.howdah.job.schedule.Misfire;
import io.howdah.job.schedule.Overlap;
import io.howdah.job.schedule.Schedules;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Methods that are called at times that come again. */
@HowdahTest
class HowdahScheduleTest {
    private final ApplicationContextRunner application;

    HowdahScheduleTest(TestDatabase database) {
        this.application = Starter.on(database);
    }

    /** What all replicas have seen: a configuration is made once in each. */
    static final List<Instant> TICKS = new CopyOnWriteArrayList<>();

    @Configuration(proxyBeanMethods = false)
    static class EverySecond {
        @HowdahSchedule(name = "heartbeat", every = "1s")
        void beat(Instant tick) {
            TICKS.add(tick);
        }
    }

    @Test
    void exactly_one_of_two_replicas_takes_each_tick() {
        TICKS.clear();
        var replica = application.withUserConfiguration(EverySecond.class);

        replica.run(one -> replica.run(two -> Await.until("three ticks", () -> TICKS.size() >= 3)));

        assertThat(TICKS)
                .doesNotHaveDuplicates()
                .allSatisfy(tick -> assertThat(tick).isEqualTo(tick.truncatedTo(ChronoUnit.SECONDS)));
    }

    @Configuration(proxyBeanMethods = false)
    static class Nightly {
        final List<String> calls = new CopyOnWriteArrayList<>();

        @HowdahSchedule(
                name = "nightly",
                cron = "${when}",
                zone = "Europe/Vienna",
                misfire = HowdahSchedule.Missed.CATCH_UP,
                catchUp = 7,
                overlap = Overlap.ALLOW,
                queue = "reports")
        void report() {
            calls.add("report");
        }

        @HowdahSchedule(name = "failing", cron = "@daily", attempts = 1)
        void fail() {
            calls.add("fail");
            throw new IllegalStateException("no paper");
        }

        @Bean
        String somethingElse() {
            return "a bean without methods of ours";
        }
    }

    @Test
    void what_the_annotation_says_is_declared() {
        application
                .withUserConfiguration(Nightly.class)
                .withPropertyValues("when=0 3 * * *")
                .run(context -> {
                    var schedules = context.getBean(Schedules.class);
                    var nightly = schedules.find("nightly").orElseThrow();

                    assertThat(nightly.rhythm()).isEqualTo(Cron.of("0 3 * * *", ZoneId.of("Europe/Vienna")));
                    assertThat(nightly.misfire()).hasToString(Misfire.catchUp(7).toString());
                    assertThat(nightly.overlap()).isEqualTo(Overlap.ALLOW);
                    assertThat(nightly.queue()).isEqualTo("reports");
                    schedules.runNow("nightly");
                    Await.until(
                            "it was called",
                            () -> !context.getBean(Nightly.class).calls.isEmpty());
                });
    }

    @Test
    void a_call_that_fails_for_the_last_time_is_a_dead_job() {
        application
                .withUserConfiguration(Nightly.class)
                .withPropertyValues("when=0 3 * * *")
                .run(context -> {
                    context.getBean(Schedules.class).runNow("failing");

                    var dead = context.getBean(Jobs.class).dead();
                    Await.until("it is dead", () -> dead.count(JobFilter.all().type("schedule:failing")) == 1);
                    assertThat(context.getBean(Nightly.class).calls).containsExactly("fail");
                });
    }

    @Test
    void an_application_that_only_produces_declares_nothing() {
        application
                .withUserConfiguration(EverySecond.class)
                .withPropertyValues("howdah.start=false")
                .run(context ->
                        assertThat(context.getBean(Schedules.class).list(10)).isEmpty());
    }

    @Configuration(proxyBeanMethods = false)
    static class NoRhythm {
        @HowdahSchedule(name = "never")
        void never() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BadCron {
        @HowdahSchedule(name = "never", cron = "0 25 * * *")
        void never() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BadParameter {
        @HowdahSchedule(name = "never", every = "1h")
        void never(String tick) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BadName {
        @HowdahSchedule(name = "no name", every = "1h")
        void never() {}
    }

    @Test
    void what_cannot_be_scheduled_is_named_at_the_start() {
        Map.of(
                        NoRhythm.class, "never() of bean howdahScheduleTest.NoRhythm: it must say either cron or every",
                        BadCron.class, "never() of bean howdahScheduleTest.BadCron: ",
                        BadParameter.class, "it must take nothing, the Instant of the tick, or the Job",
                        BadName.class, "never() of bean howdahScheduleTest.BadName: the name of a schedule")
                .forEach((configuration, message) ->
                        Starter.refuses(application, configuration, "@HowdahSchedule on ", message));
    }
}
