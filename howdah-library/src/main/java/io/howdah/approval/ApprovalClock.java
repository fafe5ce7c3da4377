// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import io.howdah.work.WorkEngine;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Says what time has done to requests: expired, to be reminded of, to be escalated. It announces only; whether a
 * request has expired is judged whenever one looks.
 */
final class ApprovalClock {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    private static final int MOST = 100;
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
        var store = new ApprovalStore(transaction);
        var decisions = new Decisions(transaction, engine);
        var expired = store.expired(MOST);
        expired.forEach(id -> decisions.end(id, ApprovalState.EXPIRED, CLOCK, null));
        var reminded = store.remind(MOST);
        reminded.forEach(id -> decisions.happened(id, Occasion.REMINDED, CLOCK, null));
        var escalated = store.escalate(MOST);
        escalated.forEach(id -> decisions.happened(id, Occasion.ESCALATED, CLOCK, null));
        store.forget(keep.get(), MOST);
        var nothing = expired.isEmpty() && reminded.isEmpty() && escalated.isEmpty();
        return nothing ? Next.ON_INTERVAL : Next.NOW;
    }
}
