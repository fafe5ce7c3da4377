// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Howdah;
import java.time.Duration;
import javax.sql.DataSource;

/** Where the tests of a class take place: a database, and whose Howdah is on it. */
interface Arena {
    TestDatabase database();

    Howdah howdah();

    DataSource dataSource();

    void beforeEach();

    /** Closes what the test opened; that may take as long as the patience lasts to be gone. */
    void afterEach(Duration patience);

    void afterAll();
}
