// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.db.Db;
import io.howdah.notification.DeliveryStore.Found;
import io.howdah.notification.DeliveryStore.Redelivered;
import io.howdah.work.WorkEngine;
import java.util.List;
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

    /** Every attempt, oldest first. They are kept for a shorter time than the delivery. */
    public List<DeliveryAttempt> attempts(DeliveryId id) {
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
                how.isWithDelivered() ? filter : filter.orDead(),
                rows -> {
                    var again = store.redeliver(rows, how, before[0]);
                    before[0] += again.size();
                    wake(again);
                    return again.size();
                },
                progress);
    }

    private void wake(List<Redelivered> again) {
        again.stream().map(Redelivered::queue).distinct().forEach(engine.deliveries()::signal);
    }

    /** Dead ones that fit need not be delivered any more. The answer is how many there were. */
    public long discardAll(DeliveryFilter filter, LongConsumer progress) {
        return forAll(filter.state(DeliveryState.DEAD), store::discard, progress);
    }

    private long forAll(DeliveryFilter filter, ToLongFunction<long[]> deal, LongConsumer progress) {
        var total = 0L;
        var before = Long.MAX_VALUE;
        while (true) {
            var found = store.list(filter.choices(), before, BATCH);
            if (found.isEmpty()) {
                return total;
            }
            before = found.getLast().row();
            total += deal.applyAsLong(found.stream().mapToLong(Found::row).toArray());
            progress.accept(total);
        }
    }
}
