// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import io.howdah.workspace.store.DirectoryChunkStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers, collectors and workers are killed wherever they are; then everything is looked at. */
@HowdahTest
class WorkspaceCrashTest {
    @TempDir
    Path directory;

    private final List<TestProcess> processes = new ArrayList<>();
    private final long seed = System.nanoTime();

    @AfterEach
    void end() {
        processes.forEach(TestProcess::close);
    }

    @Test
    void what_was_committed_is_whole_whoever_is_killed(TestDatabase database) throws Exception {
        DirectoryChunkStore.create(WorkspaceProcess.STORE, directory);
        var random = new Random(seed);
        for (int i = 0; i < 2; i++) {
            start(database, "write");
        }
        start(database, "collect");
        var core = WorkspaceProcess.core(database.dataSource(), directory);
        for (int round = 1; round <= 4; round++) {
            var before = head(database);
            Await.within(Duration.ofSeconds(60))
                    .until("new versions in round " + round, () -> head(database) >= before + 3);
            var victim = random.nextInt(3);
            processes.get(victim).kill();
            // Those that live go on, and drop versions at once: a head that is old by now is looked for again.
            Await.within(Duration.ofSeconds(60)).until("the head is whole, seed " + seed, () -> isWhole(core));
            processes.set(victim, process(database, victim == 2 ? "collect" : "write"));
        }
        processes.forEach(TestProcess::close);

        assertThat(isWhole(core)).isTrue();
        assertNothingIsLeftOver(core, database);
        assertThat(isWhole(core)).isTrue();
    }

    @Test
    void a_job_that_is_retried_elsewhere_finds_exactly_what_was_committed(Howdah howdah, TestDatabase database)
            throws Exception {
        howdah.workspaces().open(WorkspaceProcess.NAME);
        howdah.jobs().enqueue(WorkspaceProcess.BUILD, "go");
        var first = start(database, "replica-1");
        first.awaitLine("hangs in attempt 1");
        start(database, "replica-2").awaitLine("working");

        first.kill();

        var workspace = howdah.workspaces().open(WorkspaceProcess.NAME);
        Await.within(Duration.ofSeconds(60))
                .until("the job is done", () -> workspace.info().head() == 2);
        assertThat(workspace.head().read("log")).hasContent("planned by replica-1\napplied by replica-2\n");
        assertThat(workspace.head().list(10)).hasSize(1);
    }

    /** One number is in all files of the head. */
    private boolean isWhole(Core core) throws IOException {
        var workspace = new Workspaces(core).open(WorkspaceProcess.NAME);
        var head = workspace.head();
        var numbers = new TreeSet<String>();
        for (int i = 0; i < WorkspaceProcess.FILES; i++) {
            try (var file = head.read("file-" + i)) {
                numbers.add(new String(file.readAllBytes(), UTF_8));
            }
        }
        assertThat(numbers).as("seed %d, version %s", seed, head.version()).hasSize(1);
        try (var large = head.read("large")) {
            assertThat(large.readAllBytes()).isEqualTo(WorkspaceProcess.large(Integer.parseInt(numbers.first())));
        }
        return true;
    }

    private void assertNothingIsLeftOver(Core core, TestDatabase database) throws IOException {
        database.clock().advance(Duration.ofHours(1));
        var sweeper = new Sweeper(core);
        for (int i = 0; i < 5; i++) {
            while (sweeper.tidy().isNow() || sweeper.collect().isNow()) {
                assertThat(processes).isNotEmpty();
            }
            database.clock().advance(Duration.ofHours(1));
        }
        var rows = database.query("select encode(hash, 'hex') || '-' || id from howdah.workspace_chunk").stream()
                .map(row -> String.valueOf(row.getFirst()))
                .toList();
        try (var files = Files.walk(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.length() > 64))
                    .as("seed %d: files that nobody knows of, or chunks that are lost", seed)
                    .containsExactlyInAnyOrderElementsOf(rows);
        }
        assertThat(database.one(
                        "select count(*) from howdah.workspace_chunk c where not exists"
                                + " (select from howdah.workspace_part p where p.chunk = c.id)",
                        Long.class))
                .isZero();
    }

    private TestProcess start(TestDatabase database, String mode) {
        var process = process(database, mode);
        processes.add(process);
        return process;
    }

    private TestProcess process(TestDatabase database, String mode) {
        var arguments = new ArrayList<>(List.of(WorkspaceProcess.arguments(database, mode, directory)));
        arguments.add(Long.toString(seed + processes.size()));
        return TestProcess.of(WorkspaceProcess.class)
                .arguments(arguments.toArray(String[]::new))
                .start();
    }

    private static long head(TestDatabase database) {
        return database.one("select coalesce(max(head), 0) from howdah.workspace", Long.class);
    }
}
