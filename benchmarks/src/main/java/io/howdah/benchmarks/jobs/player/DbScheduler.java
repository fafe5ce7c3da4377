// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** db-scheduler, lock-and-fetch with 50 threads; a job's number is its instance's name. */
final class DbScheduler implements Product {
    private static final int THREADS = 50;
    private static final String SCHEMA = """
        create table scheduled_tasks (
          task_name text not null, task_instance text not null, task_data bytea,
          execution_time timestamptz not null, picked boolean not null, picked_by text,
          last_success timestamptz, last_failure timestamptz, consecutive_failures int,
          last_heartbeat timestamptz, version bigint not null, priority smallint, state text,
          primary key (task_name, task_instance));
        create index on scheduled_tasks (execution_time);
        create index on scheduled_tasks (last_heartbeat);
        """;

    private final HikariDataSource pool;
    private final SchedulerClient client;
    private final OneTimeTask<Void> task;
    private volatile IntConsumer handler = number -> {};
    private @Nullable Scheduler scheduler;

    DbScheduler(Address address) {
        this.pool = address.pool(THREADS);
        this.task = Tasks.oneTime("nothing")
                .execute((instance, context) -> handler.accept(Integer.parseInt(instance.getId())));
        this.client = SchedulerClient.Builder.create(pool, task).build();
    }

    @Override
    public void install() throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }

    @Override
    public void enqueue(int number) {
        client.scheduleIfNotExists(task.instance(Integer.toString(number)), Instant.now());
    }

    @Override
    public void enqueueAll(int from, int to) {
        client.scheduleBatch(
                IntStream.range(from, to)
                        .<TaskInstance<?>>mapToObj(number -> task.instance(Integer.toString(number)))
                        .toList(),
                Instant.now());
    }

    @Override
    public void work(Aim aim, IntConsumer wanted) {
        handler = wanted;
        var started = Scheduler.create(pool, task)
                .threads(THREADS)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(Duration.ofMillis(aim == Aim.LATENCY ? 10 : 50))
                .build();
        scheduler = started;
        started.start();
    }

    @Override
    public void close() {
        try (pool) {
            if (scheduler != null) {
                scheduler.stop();
            }
        }
    }
}
