// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.log.EventHandler;
import io.howdah.log.GroupOptions;
import io.howdah.log.StartAt;
import io.howdah.log.Topic;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Has methods with {@link LogListener} read the event log. */
final class LogListeners implements MethodAnnotation<LogListener> {
    private final Beans beans;
    private final Declarations declarations;

    LogListeners(Beans beans, Declarations declarations) {
        this.beans = beans;
        this.declarations = declarations;
    }

    @Override
    public Class<LogListener> type() {
        return LogListener.class;
    }

    @Override
    public void found(BeanMethod method, LogListener annotation) {
        var howdah = beans.howdah(annotation.howdah());
        var name = beans.text(annotation.topic());
        var topic = beans.first(Topic.class, one -> one.name().equals(name)).orElseGet(() -> Topic.of(name));
        var group = beans.text(annotation.group());
        var options = options(annotation);
        var handler = handler(howdah, annotation, BatchMethod.of(method, types(annotation)));
        declarations.add("@LogListener on " + method, () -> howdah.log().handle(topic, group, options, handler));
    }

    private Set<String> types(LogListener annotation) {
        return Arrays.stream(annotation.types()).map(beans::text).collect(Collectors.toSet());
    }

    private static EventHandler handler(Howdah howdah, LogListener annotation, BatchMethod method) {
        if (!annotation.transactional()) {
            return method;
        }
        var transactions = new BatchTransactions(howdah.dataSource());
        return batch -> transactions.within(batch, method);
    }

    private GroupOptions options(LogListener annotation) {
        var options = GroupOptions.standard()
                .batch(annotation.batch())
                .lanes(annotation.lanes())
                .attempts(annotation.attempts())
                .onPoison(annotation.onPoison())
                .startAt(
                        switch (annotation.startAt()) {
                            case EARLIEST -> StartAt.earliest();
                            case LATEST -> StartAt.latest();
                        });
        var timed = beans.duration(annotation.timeout()).map(options::timeout).orElse(options);
        return annotation.transactional() ? timed : timed.outside();
    }
}
