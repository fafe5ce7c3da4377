// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import io.howdah.embedded.Postgres;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A durable PostgreSQL in a directory that is deleted when it ends.
 *
 * <p>Its settings are those under which all published figures were taken: whoever changes them makes old figures
 * incomparable.
 */
final class Throwaway implements AutoCloseable {
    private static final int SYNCS = 100;
    private static final int PAGE_BYTES = 8192;

    private final Path directory;
    private final Postgres postgres;
    private final Duration syncTime;

    private Throwaway(Path directory, Postgres postgres, Duration syncTime) {
        this.directory = directory;
        this.postgres = postgres;
        this.syncTime = syncTime;
    }

    static Throwaway in(Path parent) throws IOException {
        Path directory = Files.createTempDirectory(parent, "howdah-bench-");
        boolean started = false;
        try {
            Duration syncTime = measureSync(directory.resolve("sync"));
            Postgres postgres = Postgres.in(directory)
                    .durable()
                    .setting("shared_buffers", "1GB")
                    .setting("max_connections", "300")
                    .setting("max_wal_size", "8GB")
                    .start();
            started = true;
            return new Throwaway(directory, postgres, syncTime);
        } finally {
            if (!started) {
                delete(directory);
            }
        }
    }

    /** What one write and fsync of a page costs here: it bounds commits/s, and on a RAM disk it would cost nothing. */
    Duration syncTime() {
        return syncTime;
    }

    PGSimpleDataSource source() {
        var source = new PGSimpleDataSource();
        source.setUrl(postgres.jdbcUrl("postgres"));
        source.setUser(postgres.user());
        source.setPassword(postgres.password());
        return source;
    }

    @Override
    public void close() throws IOException {
        postgres.close();
        delete(directory);
    }

    private static Duration measureSync(Path file) throws IOException {
        var latencies = new Latencies.Recorder();
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 0; i < SYNCS; i++) {
                long before = System.nanoTime();
                channel.write(ByteBuffer.allocate(PAGE_BYTES));
                channel.force(false);
                latencies.add(System.nanoTime() - before);
            }
        }
        Files.delete(file);
        return Latencies.of(List.of(latencies)).percentile(50);
    }

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
