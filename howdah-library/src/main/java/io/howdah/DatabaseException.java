// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * The database could not be reached, or refused a statement.
 *
 * <p>{@link #isRetryable} says that nothing happened and that the same call may well succeed now;
 * {@link #isOutcomeUnknown} says that it may have taken effect: look before you repeat it, or repeat it with a key that
 * makes it happen once.
 */
public final class DatabaseException extends HowdahException {
    /** Serialization failure, deadlock, a primary that became read-only: rolled back for certain. */
    private static final Set<String> ROLLED_BACK = Set.of("40001", "40P01", "25006");

    /** A prepared statement that is there already, or is not there. */
    private static final Set<String> PREPARED_ELSEWHERE = Set.of("42P05", "26000");

    private enum Outcome {
        FAILED,
        NO_CONNECTION,
        ROLLED_BACK,
        UNKNOWN
    }

    private final @Nullable String sqlState;
    private final Outcome outcome;

    private DatabaseException(String code, String message, SQLException cause, Outcome outcome) {
        super(code, message, cause);
        this.sqlState = cause.getSQLState();
        this.outcome = outcome;
    }

    /** A failure before anything was committed. */
    public static DatabaseException of(SQLException failure) {
        if (isDisconnect(failure)) {
            return new DatabaseException(
                    "database-unreachable",
                    "The connection to the database broke before anything was committed: " + failure.getMessage(),
                    failure,
                    Outcome.ROLLED_BACK);
        }
        var outcome = ROLLED_BACK.contains(state(failure)) ? Outcome.ROLLED_BACK : Outcome.FAILED;
        return new DatabaseException(
                "database-refused", "The database refused a statement: " + said(failure), failure, outcome);
    }

    /** A failure while the server may already have been committing. */
    public static DatabaseException duringCommit(SQLException failure) {
        if (!isDisconnect(failure)) {
            return of(failure);
        }
        return new DatabaseException(
                "outcome-unknown",
                "The connection to the database broke during a commit, which may or may not have taken effect: "
                        + failure.getMessage(),
                failure,
                Outcome.UNKNOWN);
    }

    public static DatabaseException noConnection(SQLException failure) {
        return new DatabaseException(
                "database-unreachable",
                "No connection to the database could be had: " + failure.getMessage(),
                failure,
                Outcome.NO_CONNECTION);
    }

    public static DatabaseException notReplicated(SQLException warning) {
        return new DatabaseException(
                "outcome-unknown",
                "The commit is on the primary, but the wait for its synchronous standby was cancelled, so that a"
                        + " failover may lose it: "
                        + warning.getMessage(),
                warning,
                Outcome.UNKNOWN);
    }

    /** PostgreSQL's five-character code, where the server gave one. */
    public @Nullable String sqlState() {
        return sqlState;
    }

    public boolean isRetryable() {
        return outcome == Outcome.ROLLED_BACK || outcome == Outcome.NO_CONNECTION;
    }

    /** A connection was there and a transaction had begun, of which nothing is left. */
    public boolean isRolledBack() {
        return outcome == Outcome.ROLLED_BACK;
    }

    public boolean isOutcomeUnknown() {
        return outcome == Outcome.UNKNOWN;
    }

    /** The server's words, without where in its functions it said them: the cause has all of it. */
    private static String said(SQLException failure) {
        var said = failure instanceof PSQLException fromServer ? fromServer.getServerErrorMessage() : null;
        if (said == null) {
            return String.valueOf(failure.getMessage());
        }
        var advice = PREPARED_ELSEWHERE.contains(state(failure))
                ? "a pooler mixes up prepared statements: set prepareThreshold=0 in the address, or"
                        + " max_prepared_statements in PgBouncer 1.21 or newer"
                : null;
        return Stream.of(said.getMessage(), said.getDetail(), said.getHint(), advice)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
    }

    private static boolean isDisconnect(SQLException failure) {
        var state = state(failure);
        return state.isEmpty() || state.startsWith("08") || state.startsWith("57P");
    }

    private static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }
}
