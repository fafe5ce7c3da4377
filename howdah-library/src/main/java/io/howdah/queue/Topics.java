// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.Codec;
import io.howdah.Tracing.Kind;
import io.howdah.internal.Platform;
import io.howdah.queue.TopicStore.Published;
import io.howdah.work.Deliveries;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Topics that reach several queues: whoever publishes need not know who is interested. A topic is words with dots
 * between them, such as {@code order.eu.created}; queues are bound to patterns of such words, in which {@code *} is any
 * one word and {@code #} any number of them. Thread-safe.
 */
public final class Topics {
    private static final int LONGEST = 255;
    private static final int MOST_LISTED = 10_000;
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
    private static final Pattern PATTERN = Pattern.compile("([A-Za-z0-9_-]+|[*#])(\\.([A-Za-z0-9_-]+|[*#]))*");

    private final TopicStore store;
    private final Platform platform;
    private final Deliveries deliveries;
    private final Codec codec;

    /** Made by {@link io.howdah.Howdah}. */
    public Topics(Platform platform, WorkEngine engine) {
        this.platform = platform;
        this.store = new TopicStore(platform.db());
        this.deliveries = engine.deliveries();
        this.codec = platform.codec();
    }

    /** From now on the queue gets what is published under topics that match; false when it did already. */
    public boolean bind(String pattern, QueueName<?> queue) {
        require("pattern", PATTERN, pattern);
        return store.bind(new Binding(pattern, queue.name()));
    }

    /** From now on not any more; false when it was not bound. */
    public boolean unbind(String pattern, QueueName<?> queue) {
        return store.unbind(new Binding(pattern, queue.name()));
    }

    /** In the order of their patterns, up to ten thousand. */
    public List<Binding> list(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("bindings to list must be 1 to 10000: " + limit);
        }
        return store.list(limit);
    }

    /** The queues that would get what is published under the topic, without publishing. */
    public List<String> route(String topic) {
        return store.route(require("topic", TOPIC, topic));
    }

    /**
     * Sends a message to every queue that the topic reaches, to all or to none. The answer is what each has got; it is
     * empty when nobody is interested. The message has the topic as a header. Happens in the transaction that the
     * thread is in, where a framework keeps one.
     */
    public Map<String, MessageId> publish(String topic, Object payload, SendOptions options) {
        var current = platform.transaction().connection();
        if (current.isPresent()) {
            var joined = publish(store.on(platform.db().on(current.get())), topic, payload, options);
            platform.transaction().afterCommit(() -> joined.forEach(one -> deliveries.signal(one.number())));
            return ids(joined);
        }
        var published = publish(store, topic, payload, options);
        published.forEach(one -> deliveries.signal(one.number()));
        return ids(published);
    }

    /** Publishes in your transaction. */
    public Map<String, MessageId> publish(Connection transaction, String topic, Object payload, SendOptions options) {
        var published = publish(store.on(platform.db().on(transaction)), topic, payload, options);
        published.forEach(one -> deliveries.signalSoon(one.number()));
        return ids(published);
    }

    private List<Published> publish(TopicStore store, String topic, Object payload, SendOptions options) {
        require("topic", TOPIC, topic);
        var traces = platform.traces();
        return traces.starting(
                Kind.PUBLISH,
                topic,
                () -> store.publish(topic, options.work("any", codec.encode(payload), traces.current())));
    }

    private static Map<String, MessageId> ids(List<Published> published) {
        var ids = new TreeMap<String, MessageId>();
        published.forEach(one -> ids.put(one.queue(), one.id()));
        return ids;
    }

    private static String require(String what, Pattern allowed, String value) {
        if (value.length() > LONGEST || !allowed.matcher(value).matches()) {
            throw new IllegalArgumentException("a " + what + " is up to 255 characters: words of letters, digits, _ and"
                    + " - with dots between them"
                    + (allowed.equals(PATTERN) ? ", where * is any word and # any number of words" : "")
                    + ": \"" + value + "\"");
        }
        return value;
    }
}
