// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.console;

import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.http.HttpConnection;
import io.howdah.benchmarks.http.ReplicaProcess;
import java.util.Optional;

/** One address that is asked for again and again by one person. */
record Page(String name, Installation installation) implements Contender {
    static Page of(String address, Installation installation) {
        return new Page(address, installation);
    }

    @Override
    public Optional<String> unavailable() {
        return ReplicaProcess.jar().isPresent()
                ? Optional.empty()
                : Optional.of("howdah-server is not built: run it as ./howdah bench console");
    }

    @Override
    public String settings() {
        return "a replica as howdah serve starts it, asked over one connection that is kept alive";
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var open = installation.on(stage);
        var address = open.places().in(name);
        var connection = HttpConnection.to(open.replica().port(), open.replica().key());
        return Asking.of(stage, () -> connection.get(address), connection::close);
    }
}
