// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.metrics;

import io.howdah.Tracing;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Has everything that Howdah traces observed by Micrometer. Whoever starts work sends, whoever does it receives, and
 * what is sent is the W3C {@code traceparent} in the row: a tracing handler of the registry writes and reads it.
 * Without one, observations are made and nothing is carried. Thread-safe.
 */
public final class ObservedTracing implements Tracing {
    private static final String TRACEPARENT = "traceparent";

    private final ObservationRegistry registry;

    /** What a tracing handler wants to have sent along. */
    private static final class Sending extends SenderContext<Map<String, String>> {
        Sending() {
            super(Sending::put, io.micrometer.observation.transport.Kind.PRODUCER);
            setCarrier(new HashMap<>());
        }

        private static void put(@Nullable Map<String, String> sent, String key, String value) {
            if (sent != null) {
                sent.put(key, value);
            }
        }

        Optional<String> traceparent() {
            return Optional.ofNullable(getCarrier()).map(sent -> sent.get(TRACEPARENT));
        }
    }

    /** What came along with the row. */
    private static final class Receiving extends ReceiverContext<Map<String, String>> {
        Receiving(List<String> carried) {
            super(Map::get, io.micrometer.observation.transport.Kind.CONSUMER);
            // Events of several traces are the child of none of them.
            setCarrier(carried.size() == 1 ? Map.of(TRACEPARENT, carried.getFirst()) : Map.of());
        }
    }

    private ObservedTracing(ObservationRegistry registry) {
        this.registry = registry;
    }

    public static ObservedTracing in(ObservationRegistry registry) {
        return new ObservedTracing(registry);
    }

    /** The names of all observations, which are as many as there are kinds. */
    static Stream<String> names() {
        return Stream.of(Kind.values()).map(ObservedTracing::name);
    }

    /** Asked for while something is started, which is then the current observation. */
    @Override
    public Optional<String> current() {
        var current = registry.getCurrentObservation();
        return current != null && current.getContextView() instanceof Sending sending
                ? sending.traceparent()
                : Optional.empty();
    }

    @Override
    public void within(Activity activity, Callable<?> work) throws Exception {
        var observation = Observation.createNotStarted(name(activity.kind()), () -> context(activity), registry)
                .contextualName(activity.kind().word() + " " + activity.name())
                .highCardinalityKeyValue(KeyValue.of("howdah.name", activity.name()));
        if (activity.carried().size() > 1) {
            observation.highCardinalityKeyValue("howdah.traces", String.join(" ", activity.carried()));
        }
        observation.observeChecked(work::call);
    }

    private static Observation.Context context(Activity activity) {
        if (activity.kind().isStart()) {
            return new Sending();
        }
        return activity.kind().isContinuation() ? new Receiving(activity.carried()) : new Observation.Context();
    }

    private static String name(Kind kind) {
        return "howdah." + kind.word();
    }
}
