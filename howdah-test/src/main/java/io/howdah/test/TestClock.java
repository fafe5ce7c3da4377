// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * The database's clock, which a test can put forward. Everything that Howdah judges by time sees it, in every process
 * and in SQL; only heartbeats keep to the true time, for a process does not die because a test moves the clock.
 * Thread-safe.
 */
public final class TestClock {
    private static final String INSTALL = """
        create schema howdah_test;
        create table howdah_test.clock (shift interval not null);
        insert into howdah_test.clock values (interval '0');
        create or replace function howdah.now() returns timestamptz
          language sql volatile parallel safe
          return clock_timestamp() + (select shift from howdah_test.clock);
        """;

    /** Back to the true time. */
    static final String RESET = "update howdah_test.clock set shift = interval '0' where shift <> interval '0';\n";

    private final TestDatabase database;

    TestClock(TestDatabase database) {
        this.database = database;
    }

    static void install(DataSource dataSource) {
        TestSql.execute(dataSource, INSTALL);
    }

    /** What the database takes the time to be. */
    public Instant now() {
        return database.one("select howdah.now()", Timestamp.class).toInstant();
    }

    public void advance(Duration duration) {
        database.execute("update howdah_test.clock set shift = shift + interval '" + duration + "'");
    }

    /** From now on it is this time, and the clock goes on from there. */
    public void set(Instant time) {
        // In seconds: a day of an interval is not always 24 hours in the session's zone.
        database.execute("update howdah_test.clock set shift = make_interval(secs =>"
                + " extract(epoch from timestamptz '" + time + "' - clock_timestamp()))");
    }
}
