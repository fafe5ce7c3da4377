// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.util.Properties;
import javax.sql.DataSource;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/** Where a database is, and as whom to use it. */
record TestAddress(String url, String user, String password) {
    static TestAddress parse(String url) {
        var properties = Driver.parseURL(url, new Properties());
        if (properties == null) {
            throw new IllegalArgumentException("HOWDAH_TEST_URL is not a JDBC URL of PostgreSQL: " + url);
        }
        var address = "jdbc:postgresql://" + PGProperty.PG_HOST.getOrDefault(properties) + ":"
                + PGProperty.PG_PORT.getOrDefault(properties) + "/"
                + PGProperty.PG_DBNAME.getOrDefault(properties);
        return new TestAddress(
                address,
                String.valueOf(PGProperty.USER.getOrDefault(properties)),
                String.valueOf(PGProperty.PASSWORD.getOrDefault(properties)));
    }

    TestAddress database(String name) {
        return new TestAddress(url.substring(0, url.lastIndexOf('/') + 1) + name, user, password);
    }

    String databaseName() {
        return url.substring(url.lastIndexOf('/') + 1);
    }

    /** A new connection each time: no pool between the test and the server. */
    DataSource dataSource(String applicationName) {
        return plain(applicationName);
    }

    /** Of connections that can be made as good as new: they have a name from the start, and remember no statements. */
    DataSource reusable(String applicationName) {
        var dataSource = plain(applicationName);
        dataSource.setAssumeMinServerVersion("15");
        dataSource.setPrepareThreshold(0);
        return dataSource;
    }

    private PGSimpleDataSource plain(String applicationName) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(url);
        dataSource.setUser(user);
        dataSource.setPassword(password);
        dataSource.setApplicationName(applicationName);
        return dataSource;
    }
}
