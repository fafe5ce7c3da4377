// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.Jobs;
import io.howdah.lock.LockName;
import io.howdah.lock.Locks;
import io.howdah.log.EventLog;
import io.howdah.log.NewEvent;
import io.howdah.log.Topic;
import io.howdah.queue.Messages;
import io.howdah.queue.QueueName;
import io.howdah.spring.CapabilitiesAutoConfiguration;
import io.howdah.spring.HowdahAutoConfiguration;
import io.howdah.spring.HowdahFactory;
import io.howdah.spring.JobHandler;
import io.howdah.spring.LogListener;
import io.howdah.spring.QueueListener;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/** One trace from a request to a job, a message and an event, each in a row in between; by OpenTelemetry. */
@HowdahTest
class ObservedTracingTest {
    private static final InMemorySpanExporter SPANS = InMemorySpanExporter.create();
    private static final JobType<Integer> CHARGE = JobType.of("charge", Integer.class);
    private static final QueueName<Integer> MAIL = QueueName.of("mail", Integer.class);
    private static final Topic ORDERS = Topic.of("orders");

    /** Goes from one to the other. */
    @Component
    static class Chain {
        private final Messages messages;
        private final EventLog log;
        private final Locks locks;

        Chain(Messages messages, EventLog log, Locks locks) {
            this.messages = messages;
            this.log = log;
            this.locks = locks;
        }

        @JobHandler("charge")
        void charge(Integer order) throws InterruptedException {
            locks.acquire(LockName.of("billing", "order-" + order), Duration.ofSeconds(5))
                    .close();
            messages.send(MAIL, order);
        }

        @QueueListener(queue = "mail")
        void mail(Integer order) {
            log.append(ORDERS, NewEvent.of("mailed", order));
        }

        @LogListener(topic = "orders", group = "totals")
        void add(Integer order) {
            if (order > 1) {
                throw new IllegalStateException("too many");
            }
        }
    }

    /** As Boot sets it up where Actuator and a bridge are there. */
    @Configuration(proxyBeanMethods = false)
    static class Tracers {
        @Bean
        ObservationRegistry observations(MeterRegistry meters) {
            var provider = SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(SPANS))
                    .build();
            var otel = provider.get("test");
            var tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
            var propagator =
                    new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
            var registry = ObservationRegistry.create();
            registry.observationConfig()
                    .observationHandler(new DefaultMeterObservationHandler(meters))
                    .observationHandler(new FirstMatchingCompositeObservationHandler(
                            new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                            new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                            new DefaultTracingObservationHandler(tracer)));
            return registry;
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    @BeforeEach
    void forget() {
        SPANS.reset();
    }

    @Test
    void one_trace_follows_a_request_through_job_message_and_event(TestDatabase database) {
        application(database).withUserConfiguration(Tracers.class).run(context -> {
            var registry = context.getBean(ObservationRegistry.class);
            Observation.start("request", registry)
                    .observe(() -> context.getBean(Jobs.class).enqueue(CHARGE, 1));

            Await.within(Duration.ofSeconds(30))
                    .until("the event was handled", () -> spans().containsKey("events orders/totals"));
            var spans = spans();
            var path = List.of(
                    "request",
                    "enqueue charge",
                    "job charge",
                    "send mail",
                    "message mail",
                    "append orders",
                    "events orders/totals");
            for (int i = 1; i < path.size(); i++) {
                assertThat(span(spans, path.get(i)).getParentSpanId())
                        .as(path.get(i))
                        .isEqualTo(span(spans, path.get(i - 1)).getSpanId());
                assertThat(span(spans, path.get(i)).getTraceId())
                        .isEqualTo(span(spans, "request").getTraceId());
            }
            assertThat(span(spans, "lock billing").getParentSpanId())
                    .isEqualTo(span(spans, "job charge").getSpanId());
            assertThat(span(spans, "enqueue charge").getKind()).isEqualTo(SpanKind.PRODUCER);
            assertThat(span(spans, "job charge").getKind()).isEqualTo(SpanKind.CONSUMER);
            assertThat(database.one("select trace from howdah.work_body where trace like '00-%' limit 1", String.class))
                    .contains(span(spans, "request").getTraceId());
        });
    }

    @Test
    void a_handler_that_fails_is_a_span_with_an_error(TestDatabase database) {
        application(database).withUserConfiguration(Tracers.class).run(context -> {
            context.getBean(EventLog.class).append(ORDERS, NewEvent.of("mailed", 2));

            Await.within(Duration.ofSeconds(30))
                    .until(
                            "it failed",
                            () -> SPANS.getFinishedSpanItems().stream()
                                    .anyMatch(span -> span.getName().equals("events orders/totals")
                                            && span.getStatus().getStatusCode() == StatusCode.ERROR));
        });
    }

    @Test
    void figures_are_not_told_a_second_time(TestDatabase database) {
        application(database).withUserConfiguration(Tracers.class).run(context -> {
            var meters = context.getBean(MeterRegistry.class);
            context.getBeansOfType(MeterFilter.class).values().forEach(meters.config()::meterFilter);
            context.getBean(Jobs.class).enqueue(CHARGE, 1);

            Await.within(Duration.ofSeconds(30)).until("the job is done", () -> spans().containsKey("job charge"));
            assertThat(meters.getMeters())
                    .extracting(meter -> meter.getId().getName())
                    .doesNotContain("howdah.job", "howdah.job.active", "howdah.enqueue");
        });
    }

    @Test
    void without_a_registry_nothing_is_observed_and_nothing_is_written_into_rows(TestDatabase database) {
        application(database).run(context -> {
            assertThat(context).doesNotHaveBean(ObservedTracing.class).hasSingleBean(Howdah.class);
            context.getBean(Jobs.class).enqueue(CHARGE, 1);
            assertThat(database.query("select 1 from howdah.work_body where trace is not null"))
                    .isEmpty();
        });
    }

    @Test
    void a_property_turns_it_off(TestDatabase database) {
        application(database)
                .withUserConfiguration(Tracers.class)
                .withPropertyValues("howdah.tracing=false")
                .run(context -> assertThat(context).doesNotHaveBean(ObservedTracing.class));
    }

    @Test
    void a_second_howdah_is_traced_too(TestDatabase database) {
        application(database).withUserConfiguration(Tracers.class, Second.class).run(context -> {
            context.getBean("second", Howdah.class).jobs().enqueue(CHARGE, 1);

            assertThat(database.query("select trace from second.work_body where trace is not null"))
                    .hasSize(1);
        });
        database.execute("drop schema second cascade");
    }

    @Configuration(proxyBeanMethods = false)
    static class Second {
        @Bean(defaultCandidate = false)
        Howdah second(HowdahFactory factory, DataSource dataSource) {
            return factory.on(dataSource).schema("second").build();
        }
    }

    private static Map<String, SpanData> spans() {
        return SPANS.getFinishedSpanItems().stream()
                .collect(Collectors.toMap(SpanData::getName, Function.identity(), (first, second) -> first));
    }

    private static SpanData span(Map<String, SpanData> spans, String name) {
        return Objects.requireNonNull(spans.get(name), () -> "no span is called " + name + ": " + spans.keySet());
    }

    private static ApplicationContextRunner application(TestDatabase database) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HowdahAutoConfiguration.class,
                        CapabilitiesAutoConfiguration.class,
                        HowdahTracingAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class))
                .withUserConfiguration(Chain.class)
                .withPropertyValues(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.minimum-idle=0",
                        "spring.datasource.hikari.maximum-pool-size=20");
    }
}
