// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.ZoneId;

/**
 * A replica that declares a schedule at its start and does its jobs: each writes its tick in the ending transaction.
 */
final class TickProcess {
    static final JobType<String> BEAT =
            JobType.of("beat", String.class).retry(Retry.fixed(Duration.ZERO).attempts(1_000));

    static final Cron EVERY_SECOND = Cron.of("* * * * * *", ZoneId.of("Europe/Berlin"));

    private TickProcess() {}

    public static void main(String[] arguments) throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(8);
        config.setConnectionTimeout(2_000);
        var dataSource = new HikariDataSource(config);
        var howdah = Howdah.builder(dataSource)
                .name(arguments[3])
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.jobs().handle(BEAT, job -> {
            try (var connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                try (var insert = connection.prepareStatement("insert into beat values (?)")) {
                    insert.setTimestamp(1, Timestamp.from(job.scheduledFor().orElseThrow()));
                    insert.execute();
                }
                job.completeIn(connection);
                connection.commit();
            }
        });
        howdah.schedules()
                .declare("beat", EVERY_SECOND, BEAT, "x", ScheduleOptions.none().misfire(Misfire.catchUp(100)));
        howdah.start();
        System.out.println("ticking");
        Thread.currentThread().join();
    }
}
