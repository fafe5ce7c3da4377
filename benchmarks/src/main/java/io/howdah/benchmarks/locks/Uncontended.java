// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Locks that nobody else wants: each thread has a thousand names of its own. */
record Uncontended(Peer peer, int threads, boolean virtual) implements Contender {
    private static final int NAMES = 1000;

    @Override
    public String name() {
        return peer.label();
    }

    @Override
    public Optional<String> unavailable() {
        return peer.unavailable();
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var database = stage.database();
        peer.prepare(database);
        var redis = peer == Peer.REDISSON ? Redis.start() : null;
        var address = new Peer.Address(
                database.url(), database.user(), database.password(), redis == null ? 0 : redis.port());
        var locker = peer.open(address);
        var number = new AtomicInteger();
        var load = Load.of(stage, threads, () -> new Worker(locker.turns(), number.incrementAndGet()));
        return new Measured(virtual ? load.onVirtualThreads() : load, locker, redis);
    }

    private record Measured(
            Load load, Locker locker, @Nullable Redis redis) implements Trial {
        @Override
        public Outcome run() throws Exception {
            return load.run();
        }

        @Override
        public void close() throws IOException, SQLException {
            load.close();
            locker.close();
            if (redis != null) {
                redis.close();
            }
        }
    }

    private static final class Worker implements Load.Worker {
        private final Locker.Turns turns;
        private final int number;
        private int next;

        Worker(Locker.Turns turns, int number) {
            this.turns = turns;
            this.number = number;
        }

        @Override
        public int call() throws Exception {
            turns.uncontended("t" + number + "n" + next++ % NAMES, () -> {});
            return 1;
        }

        @Override
        public void close() throws SQLException {
            turns.close();
        }
    }
}
