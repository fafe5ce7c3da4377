// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.job.JobOptions;
import io.howdah.job.JobType;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Ours, with its defaults but for the concurrency. */
final class HowdahJobs implements Product {
    private static final JobType<Numbered> NOTHING = JobType.of("nothing", Numbered.class);
    private static final int CONCURRENCY = 100;

    private final HikariDataSource pool;
    private final Howdah howdah;

    HowdahJobs(Address address) {
        this.pool = address.pool(10);
        this.howdah = Howdah.open(pool);
    }

    @Override
    public void install() {
        howdah.migrate();
    }

    /** A process that is not started sends no wakeups. */
    @Override
    public void produce() {
        howdah.start();
    }

    @Override
    public void enqueue(int number) {
        howdah.jobs().enqueue(NOTHING, new Numbered(number));
    }

    @Override
    public void enqueueAll(int from, int to) {
        var payloads = IntStream.range(from, to).mapToObj(Numbered::new).toList();
        howdah.jobs().enqueueAll(NOTHING, payloads, JobOptions.none());
    }

    @Override
    public void work(Aim aim, IntConsumer handler) {
        howdah.jobs().concurrency(NOTHING.queue(), CONCURRENCY);
        howdah.jobs().handle(NOTHING, job -> handler.accept(job.payload().number()));
        howdah.start();
    }

    @Override
    public void close() {
        try (pool) {
            howdah.close();
        }
    }
}
