// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.spring.metrics.HowdahMetricsAutoConfiguration;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is to be seen of several Howdahs in one application. */
@HowdahTest
class SeveralTest {
    private static final JobType<String> GREET = JobType.of("greet", String.class);

    private final TestDatabase database;
    private final ApplicationContextRunner application;

    SeveralTest(TestDatabase database) {
        this.database = database;
        this.application = Starter.on(database)
                .withConfiguration(AutoConfigurations.of(
                        HowdahHealthAutoConfiguration.class,
                        HowdahInfoAutoConfiguration.class,
                        HowdahMetricsAutoConfiguration.class))
                .withBean(SimpleMeterRegistry.class);
    }

    @AfterEach
    void drop() {
        database.execute("drop schema if exists archive cascade");
    }

    @Configuration(proxyBeanMethods = false)
    static class Archive {
        @Bean(defaultCandidate = false)
        Howdah archive(HowdahFactory factory, DataSource dataSource) {
            return factory.on(dataSource).schema("archive").build();
        }
    }

    @Test
    void health_says_of_each_how_it_is() {
        application.withUserConfiguration(Archive.class).run(context -> {
            var health = (CompositeHealthContributor) context.getBean("howdahHealthIndicator");

            context.getBean("archive", Howdah.class).stop();

            assertThat(statusOf(health.getContributor("howdah"))).isEqualTo(Status.UP);
            assertThat(statusOf(health.getContributor("archive"))).isEqualTo(Status.DOWN);
        });
    }

    @Test
    void info_says_of_each_where_it_is() {
        application.withUserConfiguration(Archive.class).run(context -> {
            var info = new Info.Builder();
            context.getBean("howdahInfoContributor", InfoContributor.class).contribute(info);

            assertThat(info.build().getDetails().get("howdah"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("schemas", Map.of("howdah", "howdah", "archive", "archive"));
        });
    }

    @Test
    void each_has_its_own_figures_by_the_name_of_its_bean() {
        application.withUserConfiguration(Archive.class).run(context -> {
            var registry = context.getBean(MeterRegistry.class);
            var archive = context.getBean("archive", Howdah.class);
            archive.jobs().handle(GREET, job -> {});
            archive.jobs().enqueue(GREET, "ada");

            Await.until("the job is timed", () -> {
                var timer = registry.find("howdah.attempts")
                        .tag("howdah", "archive")
                        .timer();
                return timer != null && timer.count() == 1;
            });
            assertThat(registry.find("howdah.attempts").tag("howdah", "howdah").timer())
                    .isNull();
            Await.until(
                    "all is looked up", () -> members(registry, "howdah") == 1 && members(registry, "archive") == 1);
            assertThat(registry.getMeters().stream()
                            .filter(meter -> meter.getId().getName().startsWith("howdah."))
                            .filter(meter -> meter.getId().getTag("howdah") == null))
                    .isEmpty();
        });
    }

    @Test
    void the_only_one_needs_no_name() {
        application.run(context -> {
            var registry = context.getBean(MeterRegistry.class);

            assertThat(context.getBean("howdahHealthIndicator")).isInstanceOf(HealthIndicator.class);
            assertThat(registry.get("howdah.member.alive").gauge().getId().getTags())
                    .isEmpty();
        });
    }

    private static double members(MeterRegistry registry, String howdah) {
        registry.get("howdah.up").tag("howdah", howdah).gauge().value();
        var gauge = registry.find("howdah.members").tag("howdah", howdah).gauge();
        return gauge == null ? 0 : gauge.value();
    }

    private static Status statusOf(@Nullable HealthContributor contributor) {
        var indicator = (HealthIndicator) Objects.requireNonNull(contributor);
        return Objects.requireNonNull(indicator.health()).getStatus();
    }
}
