// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.DatabaseException;
import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import io.howdah.work.WorkEngine;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what time has done to requests: expired, to be reminded of, to be escalated. It announces only; whether a
 * request has expired is judged whenever one looks.
 */
final class ApprovalClock {
    private static final Logger log = LoggerFactory.getLogger(ApprovalClock.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    /**
     * Of each occasion. Every request has a savepoint, and from 64 of them on all snapshots of the server become
     * slower.
     */
    private static final int MOST = 20;

    private static final int MOST_FORGOTTEN = 100;
    private static final Voter CLOCK = Voter.of("the clock");

    private final WorkEngine engine;
    private final Supplier<Duration> keep;

    private ApprovalClock(WorkEngine engine, Supplier<Duration> keep) {
        this.engine = engine;
        this.keep = keep;
    }

    static Loop loop(Platform platform, WorkEngine engine, Supplier<Duration> keep) {
        return Upkeep.loop(
                "approval-clock",
                LOOK_EVERY,
                platform.db(),
                platform.membership(),
                new ApprovalClock(engine, keep)::look);
    }

    /** Workers find what it enqueues by looking, within a second. Once it had something to say it looks again. */
    private Next look(Db transaction) {
        var store = new ApprovalClockStore(transaction);
        var expired = store.expired(MOST);
        expired.forEach(id -> say(transaction, id, Occasion.EXPIRED));
        var remindedOf = store.toRemindOf(MOST);
        remindedOf.forEach(id -> say(transaction, id, Occasion.REMINDED));
        var escalated = store.toEscalate(MOST);
        escalated.forEach(id -> say(transaction, id, Occasion.ESCALATED));
        store.forget(keep.get(), MOST_FORGOTTEN);
        var nothing = expired.isEmpty() && remindedOf.isEmpty() && escalated.isEmpty();
        return nothing ? Next.ON_INTERVAL : Next.NOW;
    }

    /** A request of which what follows cannot be done is left alone for a while: the others do not wait for it. */
    private void say(Db transaction, ApprovalId id, Occasion occasion) {
        try {
            transaction.part(part -> said(part, id, occasion));
        } catch (RuntimeException failure) {
            if (failure instanceof DatabaseException database && database.isRolledBack()) {
                throw failure;
            }
            log.warn(
                    "What should follow when approval {} is {} cannot be done, it is tried again: {}",
                    id,
                    occasion,
                    failure.toString());
            new ApprovalClockStore(transaction)
                    .stuck(id, occasion, Objects.toString(failure.getMessage(), "" + failure));
        }
    }

    private Occasion said(Db part, ApprovalId id, Occasion occasion) {
        var decisions = new Decisions(part, engine);
        var store = new ApprovalClockStore(part);
        switch (occasion) {
            case EXPIRED -> decisions.end(id, ApprovalState.EXPIRED, CLOCK, null);
            case REMINDED -> {
                store.reminded(id);
                decisions.happened(id, occasion, CLOCK, null);
            }
            case ESCALATED -> {
                store.escalated(id);
                decisions.happened(id, occasion, CLOCK, null);
            }
            default -> throw new IllegalArgumentException("no matter of time: " + occasion);
        }
        return occasion;
    }
}
