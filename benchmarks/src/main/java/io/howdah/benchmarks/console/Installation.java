// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.http.ReplicaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** A full database and a replica on it, made for the first page that is asked for and there for all that follow. */
final class Installation implements AutoCloseable {
    private Optional<Open> open = Optional.empty();

    /**
     * What pages are asked of.
     *
     * @param places what is in the middle of it, by name
     */
    record Open(ReplicaProcess replica, Places places) {}

    Open on(Stage stage) throws Exception {
        if (open.isEmpty()) {
            var database = stage.lasting().database();
            Filling.of(database, stage.rows()).run();
            open = Optional.of(new Open(ReplicaProcess.on(database, "admin"), Places.in(database, stage.rows())));
        }
        return open.get();
    }

    @Override
    public void close() {
        open.ifPresent(what -> {
            try {
                what.replica().close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
        open = Optional.empty();
    }
}
