// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions that are used one after the other, each as though it were new: connecting takes a hundred times as long as
 * what a test asks. Nobody waits for another: who finds none idle opens one. Thread-safe.
 */
final class Sessions implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Sessions.class);
    private static final int KEPT = 4;
    private static final int VALID_WITHIN_SECONDS = 10;

    private final DataSource source;
    private final Deque<Connection> idle = new ArrayDeque<>();

    Sessions(DataSource source) {
        this.source = source;
    }

    /** What is asked of a session. */
    @FunctionalInterface
    interface Question<T> {
        T ask(Connection session) throws SQLException;
    }

    <T> T ask(Question<T> question) throws SQLException {
        var session = living();
        try {
            return question.ask(session);
        } finally {
            giveBack(session);
        }
    }

    /** One that was ended while it was idle, as tests do, is not taken. */
    private Connection living() throws SQLException {
        for (var session = taken(); session.isPresent(); session = taken()) {
            if (session.get().isValid(VALID_WITHIN_SECONDS)) {
                return session.get();
            }
            end(session.get());
        }
        return source.getConnection();
    }

    private Optional<Connection> taken() {
        synchronized (idle) {
            return Optional.ofNullable(idle.poll());
        }
    }

    private void giveBack(Connection session) {
        if (!isRenewed(session)) {
            end(session);
            return;
        }
        synchronized (idle) {
            if (idle.size() < KEPT) {
                idle.push(session);
                return;
            }
        }
        end(session);
    }

    /** As its end would: its statistics are told, and nothing that was set, locked or made in it is left. */
    private static boolean isRenewed(Connection session) {
        try (var statement = session.createStatement()) {
            statement.execute("select pg_stat_force_next_flush()");
            statement.execute("discard all");
            return true;
        } catch (SQLException broken) {
            log.debug("a session is of no more use", broken);
            return false;
        }
    }

    private static void end(Connection session) {
        try {
            session.close();
        } catch (SQLException broken) {
            log.debug("a session had ended already", broken);
        }
    }

    /** Ends those that are idle. */
    @Override
    public void close() {
        for (var session = taken(); session.isPresent(); session = taken()) {
            end(session.get());
        }
    }
}
