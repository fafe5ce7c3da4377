// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;

/** What every kind of lock does alike to a transaction that is fenced. */
final class Fences {
    /** What our functions raise when a lock is not held. */
    static final String LOST = "HD001";

    private static final String SAID_BEFORE_THE_REASON = " is lost: ";

    private Fences() {}

    static void requireTransaction(Connection connection) {
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalArgumentException(
                        "fence(connection) wants a transaction, and the connection is in autocommit mode");
            }
        } catch (SQLException failure) {
            throw DatabaseException.of(failure);
        }
    }

    /** Runs what raises {@link #LOST} when the lock is not held. */
    static void run(LockName name, Runnable statement) {
        try {
            statement.run();
        } catch (DatabaseException failure) {
            if (LOST.equals(failure.sqlState())) {
                throw new LockLostException(name, reason(failure), failure);
            }
            throw failure;
        }
    }

    /** The server's sentence names the lock as well; one that is told twice that it is lost looks for two faults. */
    private static String reason(DatabaseException failure) {
        var told = String.valueOf(failure.getMessage());
        var at = told.indexOf(SAID_BEFORE_THE_REASON);
        return at < 0 ? told : told.substring(at + SAID_BEFORE_THE_REASON.length());
    }

    static LockLostException refused(LockStore transaction, LockName name, String why) {
        var refusal = new LockLostException(name, why, null);
        try {
            transaction.refuse(name, why);
        } catch (DatabaseException expected) {
            if (!LOST.equals(expected.sqlState())) {
                refusal.addSuppressed(expected);
            }
        }
        return refusal;
    }
}
