// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.StorageProviderUtils.DatabaseOptions;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.jspecify.annotations.Nullable;

/** JobRunr's open edition: 32 workers, and the 5 s between two polls below which it does not go. */
public final class JobRunr implements Product {
    private static final int WORKERS = 32;
    private static final Duration POLL = Duration.ofSeconds(5);

    private final HikariDataSource pool;
    private final Jackson3JsonMapper mapper = new Jackson3JsonMapper();
    private @Nullable StorageProvider storage;
    private @Nullable JobRequestScheduler scheduler;
    private @Nullable BackgroundJobServer server;

    JobRunr(Address address) {
        this.pool = address.pool(WORKERS + 8);
    }

    @Override
    public void install() {
        storage(DatabaseOptions.CREATE);
    }

    @Override
    public void enqueue(int number) {
        scheduler().enqueue(new Nothing(number));
    }

    @Override
    public void enqueueAll(int from, int to) {
        scheduler().enqueue(IntStream.range(from, to).mapToObj(Nothing::new));
    }

    @Override
    public void work(Aim aim, IntConsumer handler) {
        var configuration = usingStandardBackgroundJobServerConfiguration()
                .andPollInterval(POLL)
                .andWorkerCount(WORKERS);
        var started = new BackgroundJobServer(
                storage(DatabaseOptions.SKIP_CREATE), mapper, activating(new Handler(handler)), configuration);
        server = started;
        started.start();
    }

    @Override
    public void close() {
        try (pool) {
            if (server != null) {
                server.stop();
            }
            if (storage != null) {
                storage.close();
            }
        }
    }

    private synchronized JobRequestScheduler scheduler() {
        if (scheduler == null) {
            scheduler = new JobRequestScheduler(storage(DatabaseOptions.SKIP_CREATE));
        }
        return scheduler;
    }

    private synchronized StorageProvider storage(DatabaseOptions options) {
        if (storage == null) {
            storage = new PostgresStorageProvider(pool, options);
            storage.setJobMapper(new JobMapper(mapper));
        }
        return storage;
    }

    private static JobActivator activating(Handler handler) {
        return new JobActivator() {
            @Override
            public <T> T activateJob(Class<T> type) {
                return type.cast(handler);
            }
        };
    }

    /** A job as JobRunr stores it. */
    public record Nothing(int number) implements JobRequest {
        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Tells the number of each job; JobRunr calls it by reflection. */
    public record Handler(IntConsumer numbers) implements JobRequestHandler<Nothing> {
        @Override
        public void run(Nothing job) {
            numbers.accept(job.number());
        }
    }
}
