// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.limits;

import io.howdah.benchmarks.harness.Load;
import io.howdah.benchmarks.harness.Outcome;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.benchmarks.harness.Trial;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;

/** Who asks, and about how many keys. */
record Crowd(int keys, int threads) {
    /** Each thread asks about a random key, again and again; a denial is a failure of the contender. */
    Trial asking(Stage stage, IntPredicate check, AutoCloseable afterwards) throws Exception {
        var load = Load.of(stage, threads, () -> () -> {
            if (!check.test(ThreadLocalRandom.current().nextInt(keys))) {
                throw new IllegalStateException("a check was denied that had to be granted");
            }
            return 1;
        });
        return new Trial() {
            @Override
            public Outcome run() throws Exception {
                return load.run();
            }

            @Override
            public void close() throws IOException, SQLException {
                load.close();
                try {
                    afterwards.close();
                } catch (IOException | SQLException failure) {
                    throw failure;
                } catch (Exception failure) {
                    throw new IOException(failure);
                }
            }
        };
    }

    @Override
    public String toString() {
        return (keys == 1 ? "one hot key" : keys + " keys") + ", " + threads + (threads == 1 ? " thread" : " threads");
    }
}
