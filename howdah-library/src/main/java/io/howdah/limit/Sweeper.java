// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * Forgets keys that have all their tokens, and writes down what is owed for those that nobody asks about any more.
 * Every member does it, a stretch of the table at a time: a key that comes back meanwhile waits for milliseconds.
 */
final class Sweeper {
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final long PAGES = 128;

    private final LimitStore store;
    private final Map<RateLimit, Sender> senders;
    private long nextPage;

    Sweeper(LimitStore store, Map<RateLimit, Sender> senders) {
        this.store = store;
        this.senders = senders;
    }

    Loop loop() {
        return Loop.every(EVERY, "limit-sweeper", this::run).unhurried();
    }

    private Next run() {
        if (nextPage == 0) {
            settleDebts(senders.values());
        }
        store.sweep(nextPage, PAGES);
        nextPage += PAGES;
        if (nextPage < store.pages()) {
            return Next.NOW;
        }
        nextPage = 0;
        return Next.ON_INTERVAL;
    }

    private static void settleDebts(Collection<Sender> senders) {
        senders.forEach(Sender::settleDebts);
    }
}
