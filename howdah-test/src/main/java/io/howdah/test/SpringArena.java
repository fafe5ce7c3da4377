// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Howdah;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.context.ConfigurableApplicationContext;

/** The database of an application that Spring keeps from test to test, and with it what the application declared. */
final class SpringArena implements Arena {
    private final TestDatabase database;
    private final TcpProxy proxy;
    private final ConfigurableApplicationContext application;

    SpringArena(TestDatabase database, TcpProxy proxy, ConfigurableApplicationContext application) {
        this.database = database;
        this.proxy = proxy;
        this.application = application;
    }

    @Override
    public TestDatabase database() {
        return database;
    }

    @Override
    public Howdah howdah() {
        return application.getBean(Howdah.class);
    }

    @Override
    public DataSource dataSource() {
        return application.getBean(DataSource.class);
    }

    /** Nothing runs in the background unless the test starts it. Spring starts it when it resumes a paused context. */
    void rest() {
        application.getBeansOfType(Howdah.class).values().forEach(Howdah::stop);
    }

    @Override
    public void beforeEach() {
        rest();
        database.rememberSchedules();
    }

    @Override
    public void afterEach(Duration patience) {
        proxy.heal();
        database.closeAll();
        // A test may have had it thrown away, and its database with it.
        if (application.isActive()) {
            rest();
            database.forgetWork();
        }
    }

    /** The context is kept for other classes; the database goes with it. */
    @Override
    public void afterAll() {}

    void close() {
        proxy.close();
        database.release();
    }
}
