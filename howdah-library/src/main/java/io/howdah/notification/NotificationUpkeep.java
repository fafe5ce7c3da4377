// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets what has ended long ago, and sees to it that no delivery waits for work that is not there any more. */
final class NotificationUpkeep {
    private static final Logger log = LoggerFactory.getLogger(NotificationUpkeep.class);
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
    private static final Duration LOOK_BACK = Duration.ofDays(2);
    private static final int DAYS_AHEAD = 14;
    private static final int MOST = 5_000;
    private static final int MOST_ROUNDS = 20;

    private final Supplier<NotificationRetention> retention;

    private NotificationUpkeep(Supplier<NotificationRetention> retention) {
        this.retention = retention;
    }

    static Loop loop(Platform platform, Supplier<NotificationRetention> retention) {
        return Upkeep.loop(
                "notification-cleaner",
                LOOK_EVERY,
                platform.db(),
                platform.membership(),
                new NotificationUpkeep(retention)::clean);
    }

    /** In a transaction of its own: whoever wants to gather waits for its end. */
    static Loop reconciliation(Platform platform) {
        return Upkeep.loop(
                "notification-reconciler",
                LOOK_EVERY,
                platform.db(),
                platform.membership(),
                NotificationUpkeep::reconcile);
    }

    private static Next reconcile(Db transaction) {
        var lost = new NotificationUpkeepStore(transaction).reconcile(LOOK_BACK);
        if (lost > 0) {
            log.warn("{} deliveries are dead letters, because their work was ended by somebody else", lost);
        }
        return Next.ON_INTERVAL;
    }

    private Next clean(Db transaction) {
        var store = new NotificationUpkeepStore(transaction);
        var keep = retention.get();
        store.partitions(DAYS_AHEAD, keep.attempts());
        repeat(() -> store.forget(keep.records(), keep.deadLetters(), MOST));
        repeat(() -> store.forgetMalformed(keep.malformed(), MOST));
        repeat(() -> store.forgetInbox(keep.inbox(), MOST));
        return Next.ON_INTERVAL;
    }

    /** As much as comes in, at 1 600 a second, and no transaction that never ends. */
    private static void repeat(LongSupplier forget) {
        var rounds = 1;
        while (forget.getAsLong() == MOST && rounds < MOST_ROUNDS) {
            rounds++;
        }
    }
}
