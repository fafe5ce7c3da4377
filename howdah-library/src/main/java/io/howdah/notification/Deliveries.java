// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.notification.DeliveryStore.Found;
import io.howdah.notification.DeliveryStore.Redelivered;
import io.howdah.work.WorkEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * Deliveries as they stand, dead letters among them: look at them and every attempt, deliver them again, discard them.
 * What works on many goes through them in batches that commit one by one, the latest first, and tells how many it has
 * dealt with after each. Thread-safe.
 */
public final class Deliveries {
    private static final int BATCH = 500;
    private static final int LOOK = 10_000;
    private static final int MOST_ATTEMPTS = 1_000;

    private final DeliveryStore store;
    private final WorkEngine engine;

    Deliveries(Db db, WorkEngine engine) {
        this.store = new DeliveryStore(db);
        this.engine = engine;
    }

    public Optional<Delivery> find(DeliveryId id) {
        return store.find(id).map(Found::delivery);
    }

    /** The latest that fit. */
    public List<Delivery> list(DeliveryFilter filter, int limit) {
        return store.list(filter.choices(), Long.MAX_VALUE, Notifications.requireLimit(limit)).stream()
                .map(Found::delivery)
                .toList();
    }

    /** The latest that fit, from a place on. Looks through the latest 2000, or so many dead ones. */
    public DeliveryPage page(DeliveryFilter filter, Optional<DeliveryPage.Place> after, int limit) {
        var before = after.map(DeliveryPage.Place::number).orElse(Long.MAX_VALUE);
        return store.page(filter.choices(), before, Notifications.requireLimit(limit));
    }

    /** Dead letters by what they died of, the most frequent first; no more than the latest 10 000 are looked at. */
    public List<DeadCause> causes() {
        return store.causes();
    }

    /** How many {@link #redeliverAll} would deliver again. */
    public long countRedeliverable(DeliveryFilter filter, Redelivery how) {
        return forAll(meant(filter, how), LOOK, rows -> store.countRedeliverable(rows, how), total -> {});
    }

    /** How many {@link #discardAll} would discard. */
    public long countDead(DeliveryFilter filter) {
        return forAll(filter.state(DeliveryState.DEAD), LOOK, rows -> rows.length, total -> {});
    }

    /** How many of the latest 2 000 dead ones fit: for pages, which must not wait for all. */
    public DeadCount countLatest(DeliveryFilter filter) {
        return store.countLatest(filter.state(DeliveryState.DEAD).choices());
    }

    /** Every attempt, oldest first. They are kept for a shorter time than the delivery. */
    public List<DeliveryAttempt> attempts(DeliveryId id) {
        return store.attempts(id, MOST_ATTEMPTS);
    }

    /** The attempts of all deliveries of a notification, each oldest first; up to 1000 in all. */
    public Map<DeliveryId, List<DeliveryAttempt>> attempts(NotificationId id) {
        return store.attempts(id, MOST_ATTEMPTS);
    }

    /**
     * Delivers again, with the same id and a new row of attempts, whether it is dead or was delivered.
     *
     * @throws UnknownDeliveryException if there is no such delivery, or it still waits, or is not of a kind that can be
     */
    public void redeliver(DeliveryId id) {
        var found = store.find(id).orElseThrow(() -> new UnknownDeliveryException(id, "is not known any more"));
        var again =
                store.redeliver(new long[] {found.row()}, Redelivery.atOnce().withDelivered(), 0);
        if (again.isEmpty()) {
            throw new UnknownDeliveryException(
                    id,
                    "cannot be delivered again: it goes by " + found.delivery().channel() + " and is "
                            + found.delivery().state());
        }
        wake(again);
    }

    /**
     * Delivers again all that fit: dead ones, unless the filter says discarded ones, or delivered ones are meant too.
     *
     * @param progress is told after each batch how many there have been
     */
    public long redeliverAll(DeliveryFilter filter, Redelivery how, LongConsumer progress) {
        var before = new long[1];
        return forAll(
                meant(filter, how),
                BATCH,
                rows -> {
                    var again = store.redeliver(rows, how, before[0]);
                    before[0] += again.size();
                    wake(again);
                    return again.size();
                },
                progress);
    }

    private static DeliveryFilter meant(DeliveryFilter filter, Redelivery how) {
        return how.isWithDelivered() ? filter : filter.orDead();
    }

    private void wake(List<Redelivered> again) {
        again.stream().map(Redelivered::queue).distinct().forEach(engine.deliveries()::signal);
    }

    /** Dead ones that fit need not be delivered any more. The answer is how many there were. */
    public long discardAll(DeliveryFilter filter, LongConsumer progress) {
        return forAll(filter.state(DeliveryState.DEAD), BATCH, store::discard, progress);
    }

    private long forAll(DeliveryFilter filter, int batch, ToLongFunction<long[]> deal, LongConsumer progress) {
        var total = 0L;
        var before = Long.MAX_VALUE;
        while (true) {
            var found = store.list(filter.choices(), before, batch);
            if (found.isEmpty()) {
                return total;
            }
            before = found.getLast().row();
            total += deal.applyAsLong(found.stream().mapToLong(Found::row).toArray());
            progress.accept(total);
        }
    }
}
