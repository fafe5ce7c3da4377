// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.Tracing;
import io.howdah.job.JobType;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;

/**
 * What tracing costs: the processor's time of a process that enqueues jobs one by one and does them, without tracing,
 * with every job sampled, and with a tenth of them. Run by hand, with the address of a database of its own.
 */
final class TracingCost {
    private static final JobType<Integer> NOTHING = JobType.of("nothing", Integer.class);
    private static final int JOBS = 2_000;
    private static final int ROUNDS = 7;

    private TracingCost() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (var pool = new HikariDataSource()) {
            pool.setJdbcUrl(arguments[0]);
            pool.setMaximumPoolSize(20);
            Howdah.open(pool).migrate();
            var ways = new LinkedHashMap<String, Tracing>();
            ways.put("without", Tracing.NONE);
            ways.put("a tenth", ObservedTracing.in(observations(Sampler.parentBased(Sampler.traceIdRatioBased(0.1)))));
            ways.put("all", ObservedTracing.in(observations(Sampler.alwaysOn())));
            var spent = new LinkedHashMap<String, List<Double>>();
            for (int round = 0; round < ROUNDS; round++) {
                for (var way : ways.entrySet()) {
                    spent.computeIfAbsent(way.getKey(), name -> new ArrayList<>())
                            .add(microsPerJob(pool, way.getValue()));
                }
            }
            spent.forEach((way, micros) -> System.out.printf(
                    "%-8s median %.0f µs of the processor per job, %s%n",
                    way, micros.stream().skip(2).sorted().toList().get((ROUNDS - 2) / 2), micros));
        }
    }

    private static double microsPerJob(DataSource pool, Tracing tracing) throws InterruptedException {
        var done = new Semaphore(0);
        try (var howdah = Howdah.builder(pool).tracing(tracing).build()) {
            howdah.jobs().handle(NOTHING, job -> done.release());
            howdah.start();
            var before = processor();
            for (int i = 0; i < JOBS; i++) {
                howdah.jobs().enqueue(NOTHING, i);
            }
            done.acquire(JOBS);
            return processor().minus(before).toNanos() / 1e3 / JOBS;
        }
    }

    private static Duration processor() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    /** As Boot sets it up, with spans that are collected in batches and sent nowhere. */
    private static ObservationRegistry observations(Sampler sampler) {
        var provider = SdkTracerProvider.builder()
                .setSampler(sampler)
                .addSpanProcessor(
                        BatchSpanProcessor.builder(SpanExporter.composite()).build())
                .build();
        var otel = provider.get("cost");
        var tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
        var propagator = new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
        var registry = ObservationRegistry.create();
        registry.observationConfig()
                .observationHandler(new FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                        new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                        new DefaultTracingObservationHandler(tracer)));
        return registry;
    }
}
