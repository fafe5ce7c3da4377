// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Database;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** db-scheduler in its fastest documented configuration: lock-and-fetch, 50 threads. */
record DbSchedulerDrain(int fullBacklog) implements Contender {
    private static final int THREADS = 50;

    static final String SCHEMA = """
        create table scheduled_tasks (
          task_name text not null, task_instance text not null, task_data bytea,
          execution_time timestamptz not null, picked boolean not null, picked_by text,
          last_success timestamptz, last_failure timestamptz, consecutive_failures int,
          last_heartbeat timestamptz, version bigint not null, priority smallint, state text,
          primary key (task_name, task_instance));
        create index on scheduled_tasks (execution_time);
        create index on scheduled_tasks (last_heartbeat);
        """;

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var jobs = stage.share(fullBacklog);
        stage.database().execute(SCHEMA);
        var pool = pool(stage.database());
        var left = new CountDownLatch(jobs);
        OneTimeTask<Void> task = Tasks.oneTime("nothing").execute((instance, context) -> left.countDown());
        var scheduler = Scheduler.create(pool, task)
                .threads(THREADS)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(Duration.ofMillis(50))
                .build();
        scheduler.scheduleBatch(
                IntStream.range(0, jobs)
                        .<TaskInstance<?>>mapToObj(i -> task.instance(Integer.toString(i)))
                        .toList(),
                Instant.now());
        return new Drain(jobs, left, new Drain.Worker() {
            @Override
            public void start() {
                scheduler.start();
            }

            @Override
            public void awaitWrittenDown() {}

            @Override
            public void close() {
                scheduler.stop();
                pool.close();
            }
        });
    }

    static HikariDataSource pool(Database database) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(THREADS);
        return new HikariDataSource(config);
    }
}
