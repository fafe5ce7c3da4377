// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.Tracing.Kind;
import io.howdah.internal.Platform;
import io.howdah.internal.net.HttpPoster;
import io.howdah.work.WorkEngine;
import java.sql.Connection;
import java.util.Optional;

/**
 * Notifications: taken in once per producer and key, delivered to every recipient or kept as dead letters. Thread-safe.
 *
 * <p>A leading {@link Connection} means in your transaction: the notification exists if and when you commit. Without
 * one it is taken in in the transaction that the thread is in, where a framework keeps one, and else in one of its own.
 */
public final class Notifications {
    private static final int MOST_LISTED = 1_000;
    private static final String WEBHOOK = "webhook";

    private final Platform platform;
    private final WorkEngine engine;
    private final Intake intake;
    private volatile NotificationRetention retention = NotificationRetention.DEFAULT;

    /** Made by {@link io.howdah.Howdah}. */
    public Notifications(Platform platform, WorkEngine engine) {
        this.platform = platform;
        this.engine = engine;
        this.intake = new Intake(platform, engine);
        platform.backgrounds().register(NotificationUpkeep.loop(platform, () -> retention));
        platform.backgrounds().register(NotificationUpkeep.reconciliation(platform));
    }

    /**
     * Takes an intent in. The same intent again, by producer, key and content, is the first answer again.
     *
     * @throws NotificationConflictException if the producer has used the key for something else
     * @throws NotificationRefusedException if a recipient or the template is not known, the template cannot be filled,
     *     or something is too long; nothing was written then
     */
    public Acceptance notify(Intent intent) {
        return intake.accept(intent);
    }

    /** Takes an intent in, in your transaction, which goes on after a refusal, unless it was of unreadable JSON. */
    public Acceptance notify(Connection transaction, Intent intent) {
        return intake.accept(transaction, intent);
    }

    /**
     * Takes in what came from outside as JSON. What cannot be taken in, for whatever reason, is put aside as it came,
     * so that what comes behind it goes on: see {@link #quarantine}.
     */
    public Acceptance submit(String producer, byte[] raw) {
        return intake.submit(producer, raw);
    }

    /** Takes it in, or puts it aside, in your transaction: with the offset of the stream it came from, for instance. */
    public Acceptance submit(Connection transaction, String producer, byte[] raw) {
        return intake.submit(transaction, producer, raw);
    }

    /** Absent when it was never taken in, or is not kept any more. */
    public Optional<Notification> find(NotificationId id) {
        return new NotificationStore(platform.db()).find(id);
    }

    /** What it says, as it was filled when it was taken in. */
    public Optional<NotificationContent> content(NotificationId id) {
        return new NotificationStore(platform.db()).content(id);
    }

    /** The latest first. Looks through the latest 2000, unless there is a correlation, or a producer and a key. */
    public NotificationPage list(NotificationFilter filter, int limit) {
        return new NotificationStore(platform.db()).list(filter.choices(), requireLimit(limit));
    }

    /** Has this process deliver webhooks and by the channels of the options, once it is started. Said once. */
    public void deliver(DeliveryOptions options) {
        var store = new CourierStore(platform.db());
        var webhooks = new Webhooks(new HttpPoster(options.guard(), options.tls()));
        handle(WEBHOOK, new Courier(store, traced(WEBHOOK, webhooks), options, told(WEBHOOK)), options);
        for (var channel : options.channels()) {
            var carrier = (Carrier) (go, trace) -> channel.deliver(go.outgoing());
            var traced = traced(channel.name(), carrier);
            handle(channel.name(), new Courier(store, traced, options, told(channel.name())), options);
        }
    }

    private Courier.Carriage traced(String channel, Carrier carrier) {
        return (work, go) -> {
            var traces = platform.traces();
            var carried = work.trace().stream().toList();
            return traces.within(
                    Kind.DELIVERY,
                    channel,
                    carried,
                    () -> carrier.carry(go, traces.current().or(work::trace)));
        };
    }

    private Courier.Told told(String channel) {
        return (result, took) -> platform.observer().delivered(channel, result, took);
    }

    private void handle(String channel, Courier courier, DeliveryOptions options) {
        var queue = "notification/" + channel;
        engine.concurrency(queue, options.concurrency(), 0);
        engine.handle(queue, "deliver", courier);
    }

    /** How long what has ended is kept; the process that cleans up decides, so say it in all. */
    public void keep(NotificationRetention retention) {
        this.retention = retention;
    }

    public Endpoints endpoints() {
        return new Endpoints(platform.db());
    }

    public People people() {
        return new People(platform.db());
    }

    public Inbox inbox(String person) {
        return new Inbox(platform, person);
    }

    public Deliveries deliveries() {
        return new Deliveries(platform.db(), engine);
    }

    public Quarantine quarantine() {
        return new Quarantine(platform, intake);
    }

    static int requireLimit(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("a list has 1 to 1000 entries: " + limit);
        }
        return limit;
    }
}
