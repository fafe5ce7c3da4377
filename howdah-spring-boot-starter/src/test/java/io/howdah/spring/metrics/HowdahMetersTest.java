// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.Observer;
import io.howdah.job.JobType;
import io.howdah.spring.CapabilitiesAutoConfiguration;
import io.howdah.spring.HowdahAutoConfiguration;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The meters in an application's own registry. */
@HowdahTest
class HowdahMetersTest {
    private static final JobType<String> GREET = JobType.of("greet", String.class);

    @Test
    void the_meters_are_in_the_registry_of_the_application(TestDatabase database) {
        application(database)
                .withConfiguration(AutoConfigurations.of(
                        MetricsAutoConfiguration.class,
                        SimpleMetricsExportAutoConfiguration.class,
                        CompositeMeterRegistryAutoConfiguration.class))
                .run(context -> {
                    var registry = context.getBean(MeterRegistry.class);
                    var howdah = context.getBean(Howdah.class);
                    howdah.jobs().handle(GREET, job -> {});
                    howdah.jobs().enqueue(GREET, "ada");

                    Await.within(Duration.ofSeconds(20)).until("the job is timed", () -> {
                        var timer = registry.find("howdah.attempts")
                                .tags("queue", "default", "kind", "greet", "outcome", "done")
                                .timer();
                        return timer != null && timer.count() == 1;
                    });
                    assertThat(registry.get("howdah.member.alive").gauge().value())
                            .isEqualTo(1);
                    Await.until(
                            "all is looked up",
                            () -> registry.get("howdah.up").gauge().value() == 1
                                    && registry.get("howdah.members").gauge().value() == 1);
                    Await.until(
                            "a loop is counted",
                            () -> registry.get("howdah.loops")
                                            .tag("loop", "work-rescuer")
                                            .functionTimer()
                                            .count()
                                    > 0);
                });
    }

    @Test
    void without_a_registry_there_are_none(TestDatabase database) {
        application(database).run(context -> {
            assertThat(context).doesNotHaveBean(HowdahMeters.class);
            assertThat(context).hasSingleBean(Howdah.class);
        });
    }

    @Test
    void an_application_that_invents_names_does_not_fill_the_registry() {
        var registry = new SimpleMeterRegistry();
        var observer = HowdahMeters.in(registry).observer();

        for (int i = 0; i < 1_000; i++) {
            observer.taken("queue-" + i, 1);
            observer.limitDenied("policy-" + i, "DATABASE");
        }

        assertThat(registry.find("howdah.taken").counters()).hasSize(101);
        assertThat(registry.get("howdah.taken").tag("queue", "other").counter().count())
                .isEqualTo(900);
        assertThat(registry.find("howdah.limit.decisions").counters()).hasSize(101);
    }

    @Test
    void whatever_is_observed_has_the_labels_that_its_meter_says() {
        var registry = new SimpleMeterRegistry();
        var observer = HowdahMeters.in(registry).observer();

        observer.taken("mail", 2);
        observer.attempted("mail", "message", Observer.Outcome.IN_TRANSACTION, Duration.ofMillis(3));
        observer.attemptLost("mail", "message");
        observer.settled(Observer.Outcome.LOST, 1);
        observer.givenBack("mail", 7);
        observer.handled("orders", "billing", Observer.Outcome.RETRIED, 3, Duration.ofMillis(3));
        observer.handled("orders", "billing", Observer.Outcome.DONE, 3, Duration.ofMillis(3));
        observer.lockLost("session", "nightly");
        observer.membershipLost();
        observer.limitGranted("api", "LEASE");
        observer.delivered("webhook", "REFUSED", Duration.ofMillis(3));

        // A simple registry keeps the buckets of a timer as gauges of their own.
        var meters = registry.getMeters().stream()
                .filter(meter -> !meter.getId().getName().endsWith(".histogram"))
                .toList();
        assertThat(meters).hasSize(13);
        for (var meter : meters) {
            var known = Arrays.stream(HowdahMeter.values())
                    .filter(one -> one.id().equals(meter.getId().getName()))
                    .findFirst();
            assertThat(known).as("%s", meter.getId()).isPresent();
            assertThat(meter.getId().getTags().stream().map(tag -> tag.getKey()))
                    .containsExactlyInAnyOrderElementsOf(known.get().labels());
            assertThat(meter.getId().getDescription()).isEqualTo(known.get().help());
        }
        assertThat(registry.get("howdah.log.events").counter().count()).isEqualTo(3);
        assertThat(registry.get("howdah.deliveries")
                        .tags(List.of())
                        .timer()
                        .getId()
                        .getTag("result"))
                .isEqualTo("refused");
    }

    private static ApplicationContextRunner application(TestDatabase database) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HowdahAutoConfiguration.class,
                        CapabilitiesAutoConfiguration.class,
                        HowdahMetricsAutoConfiguration.class,
                        DataSourceAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password());
    }
}
