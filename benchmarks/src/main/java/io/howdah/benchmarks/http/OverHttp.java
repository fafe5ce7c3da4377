// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.http;

import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** A replica that is asked over so many connections. */
record OverHttp(String name, int connections, Function<HttpConnection, Load.Worker> verb) implements Contender {
    /** As long as the server's compilers need for the most part of it. */
    private static final Duration WARM_UP = Duration.ofSeconds(4);

    @Override
    public Optional<String> unavailable() {
        return ReplicaProcess.jar().isPresent()
                ? Optional.empty()
                : Optional.of("howdah-server is not built: run it as ./howdah bench http");
    }

    @Override
    public String settings() {
        return "a replica as howdah serve starts it, its own process; connections are kept alive";
    }

    @Override
    public Trial prepare(Stage stage) throws Exception {
        var replica = ReplicaProcess.on(stage.database(), "operator");
        try {
            var warmUp = load(replica, new Stage(stage.database(), WARM_UP));
            warmUp.run();
            warmUp.close();
            return trial(replica, load(replica, stage));
        } catch (Exception failure) {
            replica.close();
            throw failure;
        }
    }

    private Load load(ReplicaProcess replica, Stage stage) throws Exception {
        return Load.of(stage, connections, () -> verb.apply(HttpConnection.to(replica.port(), replica.key())));
    }

    private static Trial trial(ReplicaProcess replica, Load load) {
        return new Trial() {
            @Override
            public Outcome run() throws Exception {
                return load.run();
            }

            @Override
            public void close() throws IOException, SQLException {
                load.close();
                replica.close();
            }
        };
    }
}
