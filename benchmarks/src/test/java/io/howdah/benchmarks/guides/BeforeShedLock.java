// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.guides;

import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Scheduled;

/** Of the guide from ShedLock. */
class BeforeShedLock {
    BeforeShedLock() {}

    void write() {}

    // snippet: shedlock-before
    @Bean
    LockProvider lockProvider(DataSource dataSource) {
        return new JdbcTemplateLockProvider(dataSource);
    }

    @Scheduled(cron = "0 0 3 * * *", zone = "Europe/Vienna")
    @SchedulerLock(name = "nightly-report", lockAtMostFor = "30m", lockAtLeastFor = "1m")
    void report() {
        write();
    }
    // end
}
