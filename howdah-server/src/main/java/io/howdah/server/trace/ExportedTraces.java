// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Spans by OpenTelemetry's own library, sent in batches by a thread of its own. What the collector does not take is
 * dropped: 2048 spans wait at most. No message of a failure is told, for it may quote a payload.
 */
final class ExportedTraces implements ServerTraces {
    private static final String TRACEPARENT = "traceparent";
    private static final long CLOSE_SECONDS = 2;
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /** Reads what came along with a row. */
    private static final class RowGetter implements TextMapGetter<String> {
        @Override
        public Iterable<String> keys(String traceparent) {
            return List.of(TRACEPARENT);
        }

        @Override
        public @Nullable String get(@Nullable String traceparent, String key) {
            return key.equals(TRACEPARENT) ? traceparent : null;
        }
    }

    /** Reads what came along with a request. */
    private static final class RequestGetter implements TextMapGetter<HttpServletRequest> {
        @Override
        public Iterable<String> keys(HttpServletRequest request) {
            return () -> request.getHeaderNames().asIterator();
        }

        @Override
        public @Nullable String get(@Nullable HttpServletRequest request, String key) {
            return request == null ? null : request.getHeader(key);
        }
    }

    private ExportedTraces(SdkTracerProvider provider) {
        this.provider = provider;
        this.tracer = provider.get("io.howdah");
    }

    static ExportedTraces to(Collector collector, String replica, String version) {
        var exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(collector.endpoint().toString());
        collector.headers().forEach(exporter::addHeader);
        var resource = Attributes.builder()
                .put("service.name", "howdah")
                .put("service.version", version)
                .put("service.instance.id", replica)
                .build();
        return new ExportedTraces(SdkTracerProvider.builder()
                .setResource(Resource.getDefault().merge(Resource.create(resource)))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(collector.sampled())))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter.build()).build())
                .build());
    }

    @Override
    public Optional<String> current() {
        if (!Span.current().getSpanContext().isValid()) {
            return Optional.empty();
        }
        Map<String, String> sent = new HashMap<>();
        W3C.inject(Context.current(), sent, (carrier, key, value) -> {
            if (carrier != null) {
                carrier.put(key, value);
            }
        });
        return Optional.ofNullable(sent.get(TRACEPARENT));
    }

    @Override
    @SuppressWarnings("try") // The scope is there to be left.
    public void within(Activity activity, Callable<?> work) throws Exception {
        var span = span(activity).startSpan();
        try (var scope = span.makeCurrent()) {
            work.call();
        } catch (Exception | Error failure) {
            failed(span, failure);
            throw failure;
        } finally {
            span.end();
        }
    }

    private SpanBuilder span(Activity activity) {
        var kind = activity.kind();
        var builder = tracer.spanBuilder(kind.word() + " " + activity.name())
                .setSpanKind(
                        kind.isStart()
                                ? SpanKind.PRODUCER
                                : kind.isContinuation() ? SpanKind.CONSUMER : SpanKind.INTERNAL)
                .setAttribute("howdah.name", activity.name());
        if (kind.isContinuation()) {
            var parents = activity.carried().stream()
                    .map(carried -> W3C.extract(Context.root(), carried, new RowGetter()))
                    .toList();
            // What several traces have started is the child of none of them.
            builder.setParent(parents.size() == 1 ? parents.getFirst() : Context.root());
            if (parents.size() > 1) {
                parents.forEach(each -> builder.addLink(Span.fromContext(each).getSpanContext()));
            }
        }
        return builder;
    }

    /** What is streamed once the handler has returned is not in the span: it may go on for hours. */
    @Override
    @SuppressWarnings("try")
    public void around(HttpServletRequest request, HttpServletResponse response, Answering answering)
            throws IOException, ServletException {
        var method = METHODS.contains(request.getMethod()) ? request.getMethod() : "_OTHER";
        var span = tracer.spanBuilder(method)
                .setParent(W3C.extract(Context.root(), request, new RequestGetter()))
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", method)
                .startSpan();
        try (var scope = span.makeCurrent()) {
            answering.answer();
            answered(span, response.getStatus());
        } catch (IOException | ServletException | RuntimeException | Error failure) {
            failed(span, failure);
            throw failure;
        } finally {
            if (request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String route) {
                span.updateName(method + " " + route).setAttribute("http.route", route);
            }
            span.end();
        }
    }

    private static void answered(Span span, int status) {
        span.setAttribute(AttributeKey.longKey("http.response.status_code"), (long) status);
        if (status >= 500) {
            span.setStatus(StatusCode.ERROR);
        }
    }

    private static void failed(Span span, Throwable failure) {
        span.setAttribute("error.type", failure.getClass().getName()).setStatus(StatusCode.ERROR);
    }

    @Override
    public void close() {
        provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
