// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Howdah;
import java.time.Duration;
import javax.sql.DataSource;

/** A database of the class's own, and everything on it is the test's. */
record OwnArena(TestDatabase database) implements Arena {
    @Override
    public Howdah howdah() {
        return database.howdah();
    }

    @Override
    public DataSource dataSource() {
        return database.dataSource();
    }

    /** The database is new, or was emptied after the test before. */
    @Override
    public void beforeEach() {}

    @Override
    public void afterEach(Duration patience) {
        database.closeAll();
        database.requireNothingLeaked(patience);
        database.reset();
    }

    @Override
    public void afterAll() {
        database.drop();
    }
}
