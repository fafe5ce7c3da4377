// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.log;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.log.EventUnit;
import io.howdah.log.GroupOptions;
import io.howdah.log.NewEvent;
import io.howdah.log.PartitionInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Measures from the start of a reader until it has handled the last event of a backlog that was numbered before. */
final class Backlog implements Trial {
    private static final int PER_APPEND = 500;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final HowdahLog ours;
    private final String group;
    private final int events;
    private final AtomicLong handled = new AtomicLong();

    private Backlog(HowdahLog ours, String group, int events) {
        this.ours = ours;
        this.group = group;
        this.events = events;
    }

    static Backlog of(HowdahLog ours, int wanted, int bytes) throws InterruptedException {
        int appends = Math.max(1, wanted / PER_APPEND);
        var backlog = new Backlog(ours, "reader", appends * PER_APPEND);
        ours.log().create(HowdahLog.AFTER_COMMIT);
        var payload = new byte[bytes];
        for (int i = 0; i < appends; i++) {
            var key = Integer.toString(i);
            ours.log()
                    .appendAll(
                            HowdahLog.AFTER_COMMIT,
                            Collections.nCopies(
                                    PER_APPEND, NewEvent.of("t", payload).key(key)));
        }
        ours.started();
        while (numbered(ours) < backlog.events) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return backlog;
    }

    /** The oldest of those that are there; each time by a group that has read none. */
    static Backlog stored(HowdahLog ours, int wanted) {
        return new Backlog(ours.started(), "reader-" + System.nanoTime(), wanted);
    }

    private static long numbered(HowdahLog ours) {
        return ours.log().partitions(HowdahLog.AFTER_COMMIT).stream()
                .mapToLong(PartitionInfo::next)
                .sum();
    }

    @Override
    public Outcome run() {
        long began = System.nanoTime();
        ours.reading(
                group,
                HowdahLog.AFTER_COMMIT,
                GroupOptions.standard().batch(2_000),
                batch -> handled.addAndGet(
                        batch.units().stream().mapToLong(EventUnit::size).sum()));
        while (handled.get() < events) {
            if (System.nanoTime() - began > LIMIT.toNanos()) {
                throw new IllegalStateException(handled + " of " + events + " events were handled within " + LIMIT);
            }
            LockSupport.parkNanos(1_000_000);
        }
        return new Outcome(events, Duration.ofNanos(System.nanoTime() - began), Latencies.none());
    }

    @Override
    public void close() throws SQLException {
        ours.close();
    }
}
