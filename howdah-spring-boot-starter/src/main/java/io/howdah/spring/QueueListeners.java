// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Howdah;
import io.howdah.queue.Delivery;
import io.howdah.queue.Message;
import io.howdah.queue.QueueName;
import io.howdah.queue.SubscribeOptions;
import java.util.Optional;

/** Has methods with {@link QueueListener} handle messages. */
final class QueueListeners implements MethodAnnotation<QueueListener> {
    private final Beans beans;
    private final HowdahProperties properties;

    QueueListeners(Beans beans, HowdahProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    @Override
    public Class<QueueListener> type() {
        return QueueListener.class;
    }

    @Override
    public void found(BeanMethod method, QueueListener annotation) {
        var wanted = Wanted.of(method, Message.class, Delivery.class);
        var queue = QueueName.of(beans.text(annotation.queue()), wanted.payload());
        subscribe(beans.howdah(annotation.howdah()), queue, options(annotation, queue.name()), method, wanted);
    }

    private SubscribeOptions options(QueueListener annotation, String queue) {
        var options = SubscribeOptions.standard()
                .backoff(
                        beans.duration(annotation.firstPause()).orElseThrow(() -> unsaid("firstPause")),
                        beans.duration(annotation.longestPause()).orElseThrow(() -> unsaid("longestPause")));
        return beans.number(annotation.concurrency())
                .or(() -> Optional.ofNullable(properties.concurrency().get(queue)))
                .map(options::concurrency)
                .orElse(options);
    }

    private static IllegalArgumentException unsaid(String attribute) {
        return new IllegalArgumentException(attribute + " must be said, such as 1s");
    }

    private static <T> void subscribe(
            Howdah howdah, QueueName<T> queue, SubscribeOptions options, BeanMethod method, Wanted wanted) {
        howdah.messages().subscribe(queue, delivery -> method.call(argument(delivery, wanted)), options);
    }

    private static Object argument(Delivery<?> delivery, Wanted wanted) {
        if (wanted.wants(Delivery.class)) {
            return delivery;
        }
        return wanted.wants(Message.class) ? delivery.message() : delivery.payload();
    }
}
