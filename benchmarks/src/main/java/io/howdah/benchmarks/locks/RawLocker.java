// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** PostgreSQL's own functions, without names, tokens or anybody who watches, on a connection for each thread. */
record RawLocker(Peer.Address address) implements Locker {
    @Override
    public Turns turns() throws SQLException {
        var connection = address.dataSource().getConnection();
        return new RawTurns(
                connection,
                connection.prepareStatement("select pg_try_advisory_lock(?)"),
                connection.prepareStatement("select pg_advisory_lock(?)"),
                connection.prepareStatement("select pg_advisory_unlock(?)"));
    }

    @Override
    public void close() {}

    private record RawTurns(
            Connection connection, PreparedStatement tries, PreparedStatement waits, PreparedStatement unlocks)
            implements Turns {
        @Override
        public void uncontended(String name, Runnable work) throws SQLException {
            turn(tries, name, work);
        }

        @Override
        public void contended(String name, Runnable work) throws SQLException {
            turn(waits, name, work);
        }

        private void turn(PreparedStatement lock, String name, Runnable work) throws SQLException {
            run(lock, name.hashCode());
            work.run();
            run(unlocks, name.hashCode());
        }

        private static void run(PreparedStatement statement, long key) throws SQLException {
            statement.setLong(1, key);
            statement.executeQuery().close();
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
