// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.benchmarks.harness.Database;
import io.howdah.benchmarks.http.ReplicaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Fills a database with what an installation has after some days, by statements that make very many rows each: the
 * files beside this class. They go straight to the tables, as nobody else may.
 */
final class Filling {
    private static final int CHUNK = 100_000;
    private static final int SESSIONS = 2;
    private static final Duration SPAN = Duration.ofDays(6);

    private final Database database;
    private final int rows;
    private final Instant began = Instant.now().minus(SPAN);

    private Filling(Database database, int rows) {
        this.database = database;
        this.rows = rows;
    }

    static Filling of(Database database, int rows) {
        return new Filling(database, rows);
    }

    void run() throws Exception {
        ReplicaProcess.migrate(database);
        file("once", 0);
        try (var sessions = Executors.newFixedThreadPool(SESSIONS)) {
            List<Future<?>> chunks = IntStream.range(0, rows / CHUNK)
                    .<Future<?>>mapToObj(chunk -> sessions.submit(() -> {
                        for (var name : List.of("jobs", "messages", "people")) {
                            file(name, chunk * CHUNK);
                        }
                        return null;
                    }))
                    .toList();
            for (var chunk : chunks) {
                chunk.get();
            }
        }
        // Offsets are given out in order.
        for (int low = 0; low < rows; low += CHUNK) {
            file("events", low);
        }
        file("last", 0);
    }

    private void file(String name, int low) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            for (var sql : text(name).split(";\n\n", -1)) {
                statement.execute(sql.replace(":began", Long.toString(began.getEpochSecond()))
                        .replace(":seconds", Long.toString(SPAN.toSeconds()))
                        .replace(":rows", Integer.toString(rows))
                        .replace(":low", Integer.toString(low))
                        .replace(":high", Integer.toString(low + CHUNK)));
            }
        }
    }

    private static String text(String name) {
        try (var file = Filling.class.getResourceAsStream(name + ".sql")) {
            if (file == null) {
                throw new IllegalStateException("There is no " + name + ".sql in this jar: build it again.");
            }
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
