// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.DatabaseException;
import io.howdah.internal.db.Batcher;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.LateTransaction;
import io.howdah.internal.loop.Backoff;
import io.howdah.log.GroupStore.Held;
import java.sql.Connection;
import java.time.Duration;

/**
 * Moves a group on: as the last act of a handler's transaction, or where that was not needed, by itself. What several
 * partitions want at the same moment is then one statement. Thread-safe.
 */
final class Mover {
    private static final int MOST = 1_000;

    /** For less than a second, which is little beside what it takes until a member is taken for dead. */
    private static final int ATTEMPTS = 5;

    private static final Backoff RETRIES = Backoff.between(Duration.ofMillis(50), Duration.ofMillis(400));

    private final Db db;
    private final GroupStore groups;
    private final Batcher<Advance, Moved> batcher;

    /** What else belongs to the transaction: the last act, which checks that the partition is still held. */
    @FunctionalInterface
    interface Move {
        boolean in(Db transaction);
    }

    /** The new place, and nothing else. */
    record Advance(GroupStore groups, Held held, long next) implements Move {
        @Override
        public boolean in(Db transaction) {
            return groups.on(transaction).advance(held, next);
        }
    }

    /** What came of one of many. */
    enum Moved {
        DONE,
        /** The partition is not this member's any more. */
        LOST,
        /** Somebody else is at it: whether it is held shows when they have ended, and others must not wait for that. */
        BUSY
    }

    Mover(Db db) {
        this.db = db;
        this.groups = new GroupStore(db);
        this.batcher = new Batcher<>(MOST, groups::advanceAll);
    }

    LateTransaction later() {
        return db.later();
    }

    /**
     * The last act in a transaction.
     *
     * @return false when the partition is not this member's any more
     */
    boolean in(Connection transaction, Move move) {
        return move.in(db.on(transaction));
    }

    /**
     * As {@link #in}, in a transaction of its own. Tried again where nothing was done for certain: what comes before it
     * may be an effect elsewhere, which would be repeated for want of a connection. An interrupt ends that, for then
     * the partition is another's soon.
     */
    boolean alone(Move move) {
        for (int attempt = 1; ; attempt++) {
            try {
                return tried(move);
            } catch (DatabaseException failure) {
                var again = failure.isRetryable() && attempt < ATTEMPTS;
                if (again) {
                    RETRIES.pause(attempt);
                }
                if (!again || Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
            }
        }
    }

    private boolean tried(Move move) {
        if (!(move instanceof Advance advance)) {
            return db.tx(move::in);
        }
        return switch (together(advance)) {
            case DONE -> true;
            case LOST -> false;
            case BUSY -> db.tx(move::in);
        };
    }

    private Moved together(Advance advance) {
        try {
            return batcher.ask(advance);
        } catch (DatabaseException failure) {
            if (failure.isRolledBack()) {
                return Moved.BUSY;
            }
            throw failure;
        }
    }
}
