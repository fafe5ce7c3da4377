// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import io.howdah.internal.db.Db;
import io.howdah.internal.loop.Loop;
import io.howdah.internal.loop.Next;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Declares members dead that missed three beats, and forgets those that ended long ago. */
public final class Reaper {
    private static final Logger log = LoggerFactory.getLogger(Reaper.class);

    /** Long enough for somebody to come and look what happened in the night. */
    private static final Duration KEEP_ENDED = Duration.ofDays(1);

    private final Membership membership;

    private Reaper(Membership membership) {
        this.membership = membership;
    }

    public static Loop loop(Db db, Membership membership) {
        return Upkeep.loop(
                "member-reaper", membership.profile().beatEvery(), db, membership, new Reaper(membership)::reap);
    }

    private Next reap(Db transaction) {
        // When the database itself was away, everybody's beats are late: let them come back before judging them.
        if (membership.aliveFor().compareTo(membership.deadAfter()) < 0) {
            return Next.ON_INTERVAL;
        }
        var store = new MemberStore(transaction);
        store.declareDead().forEach(name -> log.warn("Member {} has missed three beats and counts as dead", name));
        store.forget(KEEP_ENDED);
        return Next.ON_INTERVAL;
    }
}
