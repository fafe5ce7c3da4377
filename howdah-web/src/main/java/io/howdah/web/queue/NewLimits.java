// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.queue;

import io.howdah.queue.QueueLimits;
import io.howdah.web.WebException;
import io.howdah.web.queue.QueueRow.KeyOrder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits of a queue as they are asked for: all of them, and what is not named is not limited. */
record NewLimits(
        @Nullable Integer concurrency,
        @Nullable Integer workers,
        @Nullable Integer perKey,
        @Nullable KeyOrder keys,
        @Nullable Integer rate,
        @Nullable Duration period) {
    NewLimits {
        if ((rate == null) != (period == null)) {
            throw WebException.invalid("rate and period belong together.");
        }
        if (keys == KeyOrder.TAKE_TURNS && perKey != null && perKey != 0) {
            throw WebException.invalid("perKey does not go with keys TAKE_TURNS, which allows any number.");
        }
        if (keys == KeyOrder.IN_ORDER && perKey != null && perKey != 1) {
            throw WebException.invalid("keys IN_ORDER means one at a time: perKey must be 1.");
        }
    }

    QueueLimits limits() {
        var limits = keyed(QueueLimits.none());
        if (concurrency != null) {
            limits = limits.concurrency(concurrency);
        }
        if (workers != null) {
            limits = limits.workers(workers);
        }
        return rate == null || period == null ? limits : limits.rate(rate, period);
    }

    private QueueLimits keyed(QueueLimits limits) {
        if (keys == KeyOrder.TAKE_TURNS || (perKey != null && perKey == 0)) {
            return limits.keysTakeTurns();
        }
        if (perKey != null && perKey > 1) {
            return limits.perKey(perKey);
        }
        return keys == KeyOrder.ANY_ORDER ? limits.onePerKeyInAnyOrder() : limits;
    }
}
