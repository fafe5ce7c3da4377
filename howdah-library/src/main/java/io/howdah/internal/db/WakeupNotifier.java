// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends signals to other processes, many in one NOTIFY: the first signal of a topic goes out at once, those that follow
 * within the window are one signal at its end.
 */
final class WakeupNotifier {
    /** Notifications commit one after the other; it is a hint, so none of them need wait for the disk meanwhile. */
    private static final Sql NOTIFY =
            Sql.of("select set_config('synchronous_commit', 'off', true), pg_notify(:channel, :payload)");

    private static final Duration WINDOW = Duration.ofMillis(2);
    private static final Duration IDLE = Duration.ofMinutes(10);

    /** Keeps the payload far below PostgreSQL's 8000 bytes; past it, everybody is woken for everything. */
    private static final int MOST_TOPICS = 50;

    private final Db db;
    private final String origin;
    private final Loop loop = Loop.every(IDLE, "wakeup-notifier", this::flush);
    private final Set<String> pending = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> sentAt = new HashMap<>();

    WakeupNotifier(Db db, String origin) {
        this.db = db;
        this.origin = origin;
    }

    Loop loop() {
        return loop;
    }

    void send(String topic) {
        // Only the first signal of a window wakes the loop: the others are picked up with it.
        if (pending.add(topic)) {
            loop.wakeOrRun();
        }
    }

    /** Sends one notification now, past the window: the listener tries with it whether notifications arrive. */
    void sendNow(String payload) {
        db.run(NOTIFY).set("channel", Wakeups.CHANNEL).set("payload", payload).execute();
    }

    private Next flush() {
        var now = System.nanoTime();
        sentAt.values().removeIf(sent -> now - sent >= WINDOW.toNanos());
        var due = new ArrayList<String>();
        for (var topic : pending) {
            if (!sentAt.containsKey(topic)) {
                due.add(topic);
            }
        }
        if (!due.isEmpty()) {
            sendAll(due, now);
        }
        return pending.isEmpty() ? Next.ON_INTERVAL : Next.in(WINDOW);
    }

    private void sendAll(List<String> due, long now) {
        // Taken out before sending: a signal that comes meanwhile must be sent again, for a reader may just have
        // looked.
        due.forEach(pending::remove);
        try {
            sendNow(origin + ' ' + (due.size() > MOST_TOPICS ? WakeupListener.EVERYTHING : String.join(" ", due)));
            due.forEach(topic -> sentAt.put(topic, now));
        } catch (RuntimeException failure) {
            pending.addAll(due);
            throw failure;
        }
    }
}
