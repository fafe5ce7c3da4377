// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.workspaces;

import io.howdah.benchmarks.harness.Latencies;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Trial;
import io.howdah.benchmarks.workspaces.WorkspacesBenchmark.Direction;
import java.io.IOException;
import java.time.Duration;

/** One way of one freight. */
record Transport(Place place, Freight freight, Direction direction) implements Trial {
    static Transport of(Place place, Freight freight, Direction direction) throws Exception {
        if (direction == Direction.READ) {
            place.write(freight);
        }
        return new Transport(place, freight, direction);
    }

    @Override
    public Outcome run() throws Exception {
        var began = System.nanoTime();
        if (direction == Direction.WRITE) {
            place.write(freight);
        } else {
            var read = place.read(freight);
            if (read != freight.bytes()) {
                throw new IllegalStateException("read " + read + " bytes of " + freight.bytes());
            }
        }
        return new Outcome(freight.operations(), Duration.ofNanos(System.nanoTime() - began), Latencies.none());
    }

    @Override
    public void close() throws IOException {
        place.close();
    }
}
