// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.locks;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How fast locks are acquired and released when nobody else wants them, and how fast one is handed over that many want.
 */
public final class LocksBenchmark implements Benchmark {
    private static final int MANY = 32;
    private static final int THREADS_PER_PROCESS = 16;

    @Override
    public String name() {
        return "locks";
    }

    @Override
    public String summary() {
        return "acquire and release free locks with 1, 8 and 32 threads, and hand over one that 32 threads want";
    }

    @Override
    public List<Scenario> scenarios() {
        var scenarios = new ArrayList<Scenario>();
        for (var threads : List.of(1, 8, MANY)) {
            scenarios.add(free(threads, threads == 1 ? " thread" : " threads", false));
        }
        scenarios.add(free(MANY, " virtual threads", true));
        scenarios.add(Scenario.throughput(
                "one lock, 2 processes of 16 threads",
                "hand-over",
                Arrays.stream(Peer.values())
                        .<Contender>map(peer -> new HotKey(peer, THREADS_PER_PROCESS))
                        .toList()));
        return scenarios;
    }

    private static Scenario free(int threads, String label, boolean virtual) {
        return Scenario.throughput(
                "free locks, " + threads + label,
                "pair",
                Arrays.stream(Peer.values())
                        .<Contender>map(peer -> new Uncontended(peer, threads, virtual))
                        .toList());
    }
}
