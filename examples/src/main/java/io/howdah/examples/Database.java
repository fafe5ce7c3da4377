// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The database of an example: the JDBC URL that it is given, or the one in the environment. */
final class Database {
    static final String URL = "HOWDAH_DATABASE_URL";

    private Database() {}

    /** A connection each time it is asked. An application has a pool. */
    static DataSource of(String... arguments) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(arguments.length > 0 ? arguments[0] : System.getenv(URL));
        return dataSource;
    }
}
