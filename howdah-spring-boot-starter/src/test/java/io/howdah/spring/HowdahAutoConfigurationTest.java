// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Codec;
import io.howdah.Howdah;
import io.howdah.Payload;
import io.howdah.job.Job;
import io.howdah.job.JobState;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.job.Retry;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

@HowdahTest
class HowdahAutoConfigurationTest {
    record Greet(String name) {}

    static final JobType<Greet> GREET = JobType.of("greet", Greet.class);

    private final TestDatabase database;
    private final ApplicationContextRunner application;

    HowdahAutoConfigurationTest(TestDatabase database) {
        this.database = database;
        this.application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HowdahAutoConfiguration.class,
                        CapabilitiesAutoConfiguration.class,
                        HowdahHealthAutoConfiguration.class,
                        HowdahInfoAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.minimum-idle=0",
                        "howdah.name=app");
    }

    @Configuration(proxyBeanMethods = false)
    static class Handlers {
        final List<String> greeted = new CopyOnWriteArrayList<>();

        @JobHandler("greet")
        void greet(Greet payload) {
            greeted.add(payload.name());
        }

        @JobHandler(value = "${greeting}-twice", queue = "slow")
        void greetTwice(Job<Greet> job) {
            greeted.add(job.payload().name() + " " + job.attempt());
        }
    }

    @Test
    void a_data_source_is_enough_for_jobs_to_run() {
        application
                .withUserConfiguration(Handlers.class)
                .withPropertyValues("greeting=greet")
                .run(context -> {
                    var jobs = context.getBean(Jobs.class);
                    var greeted = context.getBean(Handlers.class).greeted;

                    jobs.enqueue(GREET, new Greet("Ada"));
                    jobs.enqueue(JobType.of("greet-twice", Greet.class).queue("slow"), new Greet("Grace"));

                    Await.until("both were greeted", () -> greeted.size() == 2);
                    assertThat(greeted).containsExactlyInAnyOrder("Ada", "Grace 1");
                });
    }

    @Test
    void it_leaves_when_the_application_ends() {
        application.run(context -> Await.until("it has joined", () -> isMember("howdah")));

        assertThat(state()).isEqualTo("left");
    }

    @Test
    void without_a_data_source_there_is_nothing() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(HowdahAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Howdah.class));
    }

    @Test
    void it_can_be_turned_off() {
        application
                .withPropertyValues("howdah.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Howdah.class));
    }

    @Test
    void an_application_that_only_produces_is_no_member() {
        application.withPropertyValues("howdah.start=false").run(context -> {
            var id = context.getBean(Jobs.class).enqueue(GREET, new Greet("Ada"));

            assertThat(database.query("select id from howdah.member")).isEmpty();
            assertThat(context.getBean(Jobs.class).find(id).orElseThrow().state())
                    .isEqualTo(JobState.READY);
            assertThat(statusOf(context.getBean(HealthIndicator.class))).isEqualTo(Status.UP);
        });
    }

    @Test
    void the_schema_is_made_unless_that_is_forbidden() {
        application
                .withPropertyValues("howdah.schema=other")
                .run(context -> Await.until("it has joined", () -> isMember("other")));
        database.execute("drop schema other cascade");

        application
                .withPropertyValues("howdah.schema=other", "howdah.migrate=false")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("other"));
    }

    @Test
    void the_schema_is_there_before_the_web_server_takes_requests() {
        var server = new Server(database);
        application
                .withPropertyValues("howdah.schema=early")
                .withBean(Server.class, () -> server)
                .run(context -> assertThat(server.found).containsExactly("early.member"));
        database.execute("drop schema early cascade");
    }

    /** Starts when a web server does. */
    static final class Server implements SmartLifecycle {
        private final TestDatabase database;
        private final List<String> found = new CopyOnWriteArrayList<>();

        Server(TestDatabase database) {
            this.database = database;
        }

        @Override
        public void start() {
            found.add(database.one("select coalesce(to_regclass('early.member')::text, 'nothing')", String.class));
        }

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return !found.isEmpty();
        }

        @Override
        public int getPhase() {
            return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE;
        }
    }

    @Test
    void values_that_make_no_sense_are_named() {
        var wrong = Map.of(
                "howdah.beat-every=1ms", "howdah.beat-every must be",
                "howdah.stop-within=-1s", "howdah.stop-within must not",
                "howdah.concurrency.mail=0", "howdah.concurrency.mail must be",
                "howdah.require-durability=often", "howdah.require-durability");
        wrong.forEach((property, message) -> application
                .withPropertyValues(property)
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(failure -> assertThat(stackOf(failure)).contains(message))));
    }

    @Test
    void a_job_type_bean_says_how_its_handler_is_treated() {
        application
                .withUserConfiguration(Handlers.class, Types.class)
                .withPropertyValues("greeting=greet")
                .run(context -> {
                    var jobs = context.getBean(Jobs.class);

                    jobs.enqueue(context.getBean(Types.class).greet(), new Greet("Ada"));

                    Await.until(
                            "it ran in its own queue",
                            () -> !context.getBean(Handlers.class).greeted.isEmpty());
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Types {
        @Bean
        JobType<Greet> greet() {
            return GREET.queue("polite").retry(Retry.standard());
        }
    }

    @Test
    void a_handler_without_a_payload_is_refused_at_the_start() {
        application
                .withUserConfiguration(Silent.class)
                .run(context -> assertThat(context).getFailure().hasMessageContaining("must take one parameter"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Silent {
        @JobHandler("silence")
        void nothing() {}
    }

    @Test
    void health_is_down_when_the_process_may_not_work_and_never_asks_the_database() {
        application.run(context -> {
            var health = context.getBean(HealthIndicator.class);
            Await.until("it is up", () -> statusOf(health).equals(Status.UP));

            context.getBean(Howdah.class).stop();

            assertThat(statusOf(health)).isEqualTo(Status.DOWN);
        });
    }

    @Test
    void a_codec_of_the_applications_own_is_used() {
        application.withBean(Codec.class, Shouting::new).run(context -> {
            context.getBean(Jobs.class).enqueue(GREET, new Greet("Ada"));

            assertThat(database.one("select convert_from(payload, 'UTF8') from howdah.work_body", String.class))
                    .isEqualTo("GREET[NAME=ADA]");
        });
    }

    /** Writes what nobody reads. */
    static final class Shouting implements Codec {
        @Override
        public Payload encode(Object value) {
            return new Payload(
                    value.toString().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8), "text/plain");
        }

        @Override
        public <T> T decode(Payload payload, Class<T> type) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void room_in_the_pool_is_known() {
        application
                .withPropertyValues("spring.datasource.hikari.maximum-pool-size=7")
                .run(context -> assertThat(PoolRoom.most(context.getBean(DataSource.class)))
                        .hasValue(7));
        assertThat(PoolRoom.most(new PGSimpleDataSource())).isEmpty();
    }

    @Test
    void the_logging_that_every_starter_brings_comes_along() {
        // Logback itself is kept from these tests, which log by another.
        assertThat(ClassUtils.isPresent("org.slf4j.bridge.SLF4JBridgeHandler", null))
                .isTrue();
    }

    @Test
    void info_says_what_runs_where() {
        application.run(context -> {
            var info = new Info.Builder();
            context.getBean("howdahInfoContributor", InfoContributor.class).contribute(info);

            assertThat(info.build().getDetails().get("howdah"))
                    .asString()
                    .contains("schema=howdah", "version=" + Howdah.version());
        });
    }

    @Test
    void a_second_one_on_another_schema_lives_beside_the_first() {
        application
                .withUserConfiguration(Handlers.class, Second.class)
                .withPropertyValues("greeting=greet")
                .run(context -> {
                    assertThat(context.getBeansOfType(Howdah.class)).containsOnlyKeys("howdah", "second");
                    var second = context.getBean("second", Howdah.class);

                    second.jobs().enqueue(JobType.of("shout", Greet.class), new Greet("Ada"));

                    Await.until(
                            "it was shouted",
                            () -> !context.getBean(Second.class).shouted.isEmpty());
                    assertThat(database.query("select id from second.member")).hasSize(1);
                    assertThat(database.query("select id from howdah.work_body"))
                            .isEmpty();
                });
        database.execute("drop schema second cascade");
    }

    @Configuration(proxyBeanMethods = false)
    static class Second {
        final List<String> shouted = new CopyOnWriteArrayList<>();

        @Bean(defaultCandidate = false)
        Howdah second(HowdahFactory factory, DataSource dataSource) {
            return factory.on(dataSource).schema("second").build();
        }

        @JobHandler(value = "shout", howdah = "second")
        void shout(Greet payload) {
            shouted.add(payload.name());
        }
    }

    private static Status statusOf(HealthIndicator indicator) {
        return Objects.requireNonNull(indicator.health()).getStatus();
    }

    private boolean isMember(String schema) {
        return database.query("select id from " + schema + ".member where state = 'active'")
                        .size()
                == 1;
    }

    private String state() {
        return database.one("select state from howdah.member", String.class);
    }

    private static String stackOf(Throwable failure) {
        var said = new StringBuilder();
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            said.append(cause.getMessage()).append('\n');
        }
        return said.toString();
    }
}
