// SPDX-License-Identifier: Apache-2.0
package io.howdah.approval;

import io.howdah.internal.Platform;
import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.member.Upkeep;
import io.howdah.work.WorkEngine;
import java.time.Duration;

/**
 * Says what time has done to requests: expired, to be reminded of, to be escalated. It announces only; whether a
 * request has expired is judged whenever one looks.
 */
final class ApprovalClock {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    private static final int MOST = 100;
    private static final Voter CLOCK = Voter.of("the clock");

    private final WorkEngine engine;
    private final Duration keep;

    private ApprovalClock(WorkEngine engine, Duration keep) {
        this.engine = engine;
        this.keep = keep;
    }

    static Loop loop(Platform platform, WorkEngine engine, Duration keep) {
        return Upkeep.loop(
                "approval-clock",
                LOOK_EVERY,
                platform.db(),
                platform.membership(),
                new ApprovalClock(engine, keep)::look);
    }

    /** Workers find what it enqueues by looking, within a second. */
    private void look(Db transaction) {
        var store = new ApprovalStore(transaction);
        var decisions = new Decisions(transaction, engine);
        store.expired(MOST).forEach(id -> decisions.end(id, ApprovalState.EXPIRED, CLOCK, null));
        store.remind(MOST).forEach(id -> decisions.happened(id, Occasion.REMINDED, CLOCK, null));
        store.escalate(MOST).forEach(id -> decisions.happened(id, Occasion.ESCALATED, CLOCK, null));
        store.forget(keep, MOST);
    }
}
