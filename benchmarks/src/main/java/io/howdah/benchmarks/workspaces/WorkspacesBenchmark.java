// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.workspaces;

import io.howdah.benchmarks.harness.Benchmark;
import io.howdah.benchmarks.harness.Contender;
import io.howdah.benchmarks.harness.Scenario;
import io.howdah.benchmarks.harness.Stage;
import java.util.List;
import java.util.stream.Stream;

/** How fast files go in and come out, many small ones and one large one, beside the raw store. */
public final class WorkspacesBenchmark implements Benchmark {
    private static final int SMALL_FILES = 10_000;
    private static final int SMALL_SIZE = 2_000;
    private static final int LARGE_MEGABYTES = 1_024;

    @Override
    public String name() {
        return "workspaces";
    }

    @Override
    public String summary() {
        return "10 000 files of 2 KB and one of 1 GB, committed and read back, beside the raw store";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.of(Direction.values())
                .flatMap(direction -> Stream.of(
                        scenario(direction + " files of 2 KB", "file", direction, WorkspacesBenchmark::small),
                        scenario(direction + " one large file", "MB", direction, WorkspacesBenchmark::large)))
                .toList();
    }

    /** Into the store, or out of it. */
    enum Direction {
        WRITE,
        READ;

        @Override
        public String toString() {
            return this == WRITE ? "write" : "read";
        }
    }

    private interface Amount {
        Freight of(Stage stage);
    }

    private static Freight small(Stage stage) {
        var files = stage.share(SMALL_FILES);
        return new Freight(files, SMALL_SIZE, files);
    }

    private static Freight large(Stage stage) {
        var megabytes = stage.share(LARGE_MEGABYTES);
        return new Freight(1, (long) megabytes << 20, megabytes);
    }

    private static Scenario scenario(String name, String unit, Direction direction, Amount amount) {
        return Scenario.throughput(
                name,
                unit,
                List.of(
                        contender("rows, raw", direction, amount, RawRows::new),
                        contender("howdah on PostgreSQL", direction, amount, HowdahFiles::onPostgres),
                        contender("files, raw", direction, amount, stage -> new RawFiles()),
                        contender("howdah in a directory", direction, amount, HowdahFiles::inDirectory)));
    }

    private interface Opening {
        Place open(Stage stage) throws Exception;
    }

    private static Contender contender(String name, Direction direction, Amount amount, Opening opening) {
        return Contender.of(name, stage -> Transport.of(opening.open(stage), amount.of(stage), direction));
    }
}
