// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.log.EventBatch;
import io.howdah.log.EventHandler;
import io.howdah.log.LogEvent;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.ResolvableType;

/**
 * A method that takes events, and in which shape.
 *
 * @param payload the type of payloads, where it takes those
 * @param types the types of events that it takes; none means all
 */
record BatchMethod(BeanMethod method, Shape shape, Class<?> payload, Set<String> types) implements EventHandler {
    /** Each one, or all of them at once. */
    enum Shape {
        PAYLOAD,
        EVENT,
        PAYLOADS,
        EVENTS,
        BATCH
    }

    static BatchMethod of(BeanMethod method, Set<String> types) {
        if (method.method().getParameterCount() != 1) {
            throw new IllegalArgumentException(
                    "it must take one parameter: the payload, a LogEvent, a List of either, or the EventBatch");
        }
        var parameter = method.parameter(0);
        var list = List.class.equals(parameter.resolve());
        var payload = PayloadClass.of(list ? parameter.getGeneric(0) : parameter);
        if (payload == EventBatch.class && !types.isEmpty()) {
            throw new IllegalArgumentException("types cannot be chosen where the whole EventBatch is taken");
        }
        return new BatchMethod(method, shape(parameter, list, payload), payload, Set.copyOf(types));
    }

    private static Shape shape(ResolvableType parameter, boolean list, Class<?> payload) {
        if (EventBatch.class.equals(parameter.resolve())) {
            return Shape.BATCH;
        }
        if (payload == LogEvent.class) {
            return list ? Shape.EVENTS : Shape.EVENT;
        }
        return list ? Shape.PAYLOADS : Shape.PAYLOAD;
    }

    @Override
    public void handle(EventBatch batch) throws Exception {
        switch (shape) {
            case PAYLOAD -> each(payloads(batch).iterator());
            case EVENT -> each(events(batch).iterator());
            case PAYLOADS -> all(payloads(batch).toList());
            case EVENTS -> all(events(batch).toList());
            case BATCH -> method.call(batch);
        }
    }

    private Stream<LogEvent> events(EventBatch batch) {
        return types.isEmpty() ? batch.events() : batch.events().filter(event -> types.contains(event.type()));
    }

    private Stream<?> payloads(EventBatch batch) {
        return events(batch).map(event -> event.payload(payload));
    }

    private void each(Iterator<?> values) throws Exception {
        while (values.hasNext()) {
            method.call(values.next());
        }
    }

    private void all(List<?> values) throws Exception {
        if (!values.isEmpty()) {
            method.call(values);
        }
    }
}
