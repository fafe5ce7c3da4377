// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.WakeupState;
import io.howdah.internal.loop.Backgrounds;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Tells waiters, here and in other processes, that a topic has something new. A hint and no more: a signal may be lost
 * or come for nothing, and whoever waits must poll as well. Thread-safe.
 *
 * <p>Signals are sent after the commit they speak of, never inside it: NOTIFY takes a lock that all committing
 * transactions of the cluster would queue for.
 */
public final class Wakeups {
    static final String CHANNEL = "howdah";

    private static final Pattern TOPIC = Pattern.compile("[a-z][a-zA-Z0-9:._-]{0,99}");

    private final Topics topics = new Topics();
    private final WakeupNotifier notifier;
    private final WakeupListener listener;
    private final Echoes echoes = new Echoes();
    private final Backgrounds backgrounds = new Backgrounds();

    /**
     * @param db sends notifications
     * @param direct where to listen: an address without a transaction pooler in between
     */
    public Wakeups(Db db, DataSource direct) {
        var origin = UUID.randomUUID().toString().substring(0, 8);
        this.notifier = new WakeupNotifier(db, origin);
        this.listener = new WakeupListener(direct, topics, notifier, origin);
        backgrounds.register(notifier.loop());
        backgrounds.register(listener.loop());
        backgrounds.register(echoes.loop());
    }

    /** Runs the waker, which must be quick, whenever the topic is signalled, until the subscription is closed. */
    public Subscription subscribe(String topic, Runnable waker) {
        return topics.subscribe(require(topic), waker);
    }

    /** Wakes waiters in this process now and those in others soon. Never blocks, never fails. */
    public void signal(String topic) {
        topics.wake(require(topic));
        notifier.send(topic);
    }

    /**
     * Wakes waiters in other processes soon, if there may be any; those in this one have been told already, more
     * exactly. For what comes in a stream.
     */
    public void signalOthers(String topic) {
        if (mayHaveNeighbours()) {
            notifier.send(require(topic));
        }
    }

    /** Whether another process may be listening. */
    boolean mayHaveNeighbours() {
        return listener.neighbours().mayBeThere();
    }

    /**
     * Signals a few times in the next quarter of a second: for what will be there when somebody else's transaction
     * commits, which nobody tells us.
     */
    public void signalSoon(String topic) {
        tellSoon(require(topic), () -> signal(topic));
    }

    /** As {@link #signalSoon}, for those who have their own way to tell; always the same one for a topic. */
    public void tellSoon(String topic, Runnable tell) {
        echoes.add(topic, tell);
    }

    /** Calls back, from the listener's thread, when notifications begin or cease to arrive. */
    public void onChange(Runnable changed) {
        listener.onChange(changed);
    }

    public WakeupState state() {
        return listener.wakeups();
    }

    public Backgrounds backgrounds() {
        return backgrounds;
    }

    private static String require(String topic) {
        if (!TOPIC.matcher(topic).matches()) {
            throw new IllegalArgumentException("topic \"" + topic + "\" is not allowed: " + TOPIC.pattern());
        }
        return topic;
    }

    /** Ends when it is closed. */
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
