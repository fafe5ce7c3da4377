// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.test.TestDatabase;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** Applications of tests: a DataSource, the starter, and what the test adds. */
final class Starter {
    private Starter() {}

    static ApplicationContextRunner on(TestDatabase database) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HowdahAutoConfiguration.class,
                        CapabilitiesAutoConfiguration.class,
                        LeadershipAutoConfiguration.class,
                        ShedLockAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        TransactionAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + database.jdbcUrl(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.minimum-idle=0",
                        "spring.datasource.hikari.maximum-pool-size=20");
    }

    /** That an application with this configuration does not start, and says what is wrong with which method. */
    static void refuses(ApplicationContextRunner application, Class<?> configuration, String... words) {
        application
                .withUserConfiguration(configuration)
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(failure -> assertThat(said(failure)).contains(words)));
    }

    /** What a failure and its causes say. */
    private static String said(Throwable failure) {
        var said = new StringBuilder();
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            said.append(cause.getMessage()).append('\n');
        }
        return said.toString();
    }
}
