// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static io.howdah.workspace.WorkspacesTest.assertCode;
import static io.howdah.workspace.WorkspacesTest.bytes;
import static io.howdah.workspace.WorkspacesTest.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.test.Await;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import io.howdah.workspace.store.ChunkName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The interleavings of collector, writer and reader that docs/adr/0024-workspaces.md argues about. */
@HowdahTest
class CollectorRacesTest {
    private static final WorkspaceName NAME = WorkspaceName.of("shop", "test");
    private static final Duration LATER = Duration.ofHours(25);
    private static final String WAITING = """
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
        """;

    private Workspace workspace;

    @BeforeEach
    void open(Howdah howdah) {
        workspace = howdah.workspaces().open(NAME);
    }

    @Test
    void a_writer_that_reuses_a_chunk_keeps_it_from_expiring(Howdah howdah, TestClock clock) throws Exception {
        workspace.change().write("given-up", bytes("reused"));
        clock.advance(LATER);
        var change = workspace.change().write("file", bytes("reused"));
        change.commit();

        howdah.drain();

        assertThat(text(workspace.head(), "file")).isEqualTo("reused");
    }

    @Test
    void a_writer_meets_a_chunk_that_is_being_doomed_and_writes_another(
            Howdah howdah, TestDatabase database, TestClock clock) throws Exception {
        workspace.change().write("given-up", bytes("reused")).commit();
        howdah.workspaces().delete(NAME);
        howdah.drain();
        workspace = howdah.workspaces().open(NAME);
        clock.advance(LATER);
        ChunkName doomed;
        CompletableFuture<WorkspaceVersion> committed;
        try (var collector = database.connect()) {
            collector.setAutoCommit(false);
            var registry = new ChunkRegistryStore(Db.of(collector, SchemaName.DEFAULT), Core.GRACE);
            doomed = registry.doom(1, 10).getFirst();
            committed = CompletableFuture.supplyAsync(
                    () -> workspace.change().write("file", bytes("reused")).commit());
            Await.until("the writer waits", () -> database.one(WAITING, Long.class) > 0);
            collector.commit();
        }
        committed.join();

        var store = new PostgresChunkStore(Db.of(database.dataSource(), SchemaName.DEFAULT));
        store.delete(List.of(doomed));

        assertThat(text(workspace.head(), "file")).isEqualTo("reused");
        clock.advance(Duration.ofMinutes(11));
        howdah.drain();
        assertThat(database.one("select count(*) from howdah.workspace_chunk", Long.class))
                .isEqualTo(1);
        assertThat(text(workspace.head(), "file")).isEqualTo("reused");
    }

    @Test
    void what_a_commit_refers_to_is_not_doomed_while_the_commit_is_under_way(
            Howdah howdah, TestDatabase database, TestClock clock) throws Exception {
        workspace.change().write("file", bytes("referred to")).commit();
        workspace.change().delete("file").commit();
        howdah.workspaces().configure(NAME, WorkspaceOptions.standard().keepVersions(1));
        clock.advance(LATER);
        howdah.drain();
        clock.advance(LATER);
        var chunk = database.one("select id from howdah.workspace_chunk", Long.class);
        try (var commit = database.connect()) {
            commit.setAutoCommit(false);
            assertThat(new CommitStore(Db.of(commit, SchemaName.DEFAULT), 1).refer(new long[] {chunk}))
                    .isEqualTo(1);

            howdah.drain();

            assertThat(database.one("select count(*) from howdah.workspace_chunk where not doomed", Long.class))
                    .isEqualTo(1);
            commit.rollback();
        }
        howdah.drain();
        assertThat(database.one("select count(*) from howdah.workspace_chunk", Long.class))
                .isZero();
    }

    @Test
    void a_change_that_comes_too_late_is_refused_by_name(Howdah howdah, TestClock clock) {
        var change = workspace.change().write("file", new byte[20_000_000]);
        clock.advance(LATER);
        howdah.drain();

        assertCode("workspace-change-expired", change::commit);
        assertThat(workspace.info().head()).isZero();
    }

    @Test
    void a_change_that_comes_late_but_before_the_collector_is_kept(Howdah howdah, TestClock clock) throws Exception {
        var change = workspace.change().write("file", bytes("late"));
        clock.advance(LATER);
        change.commit();
        howdah.drain();

        assertThat(text(workspace.head(), "file")).isEqualTo("late");
    }

    @Test
    void a_collector_that_died_is_made_up_for(Howdah howdah, TestDatabase database, TestClock clock) {
        workspace.change().write("given-up", new byte[20_000_000]);
        clock.advance(LATER);
        var dead = new ChunkRegistryStore(Db.of(database.dataSource(), SchemaName.DEFAULT), Core.GRACE);
        assertThat(dead.doom(1, 1000)).isNotEmpty();

        howdah.drain();
        assertThat(database.one("select count(*) from howdah.workspace_chunk where doomed", Long.class))
                .as("they are the dead one's for a while")
                .isPositive();
        clock.advance(Duration.ofMinutes(11));
        howdah.drain();

        assertThat(database.one("select count(*) from howdah.workspace_chunk", Long.class))
                .isZero();
        assertThat(database.one("select count(*) from howdah.workspace_data", Long.class))
                .isZero();
    }

    @Test
    void a_reader_of_an_old_version_reads_to_its_end(Howdah howdah, TestDatabase database, TestClock clock)
            throws Exception {
        var large = new byte[10_000_000];
        new Random(1).nextBytes(large);
        howdah.workspaces().configure(NAME, WorkspaceOptions.standard().keepVersions(1));
        workspace.change().write("file", large).commit();
        workspace.change().write("file", bytes("small")).commit();
        var core = Core.of(Db.of(database.dataSource(), SchemaName.DEFAULT), howdah.locks(), Duration.ofDays(1));
        var content = core.versions().contents(new long[] {1}).get(1L);
        // As though every fetch came hours after the one before.
        var reader = new ContentStream(core.chunks(NAME, content.store()), content, 0, large.length, Duration.ZERO);

        var read = new ArrayList<byte[]>();
        read.add(reader.readNBytes(1));
        for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofHours(23));
            howdah.drain();
            read.add(reader.readNBytes(2_000_000));
        }

        assertThat(workspace.history(10)).hasSize(1);
        assertThat(read.stream().mapToInt(part -> part.length).sum()).isEqualTo(large.length);
    }

    @Test
    void nothing_that_was_committed_is_ever_missing_however_short_the_grace(Howdah howdah, TestDatabase database) {
        var core = Core.of(Db.of(database.dataSource(), SchemaName.DEFAULT), howdah.locks(), Duration.ofMillis(1));
        var workspaces = new Workspaces(core);
        var sweeper = new Sweeper(core);
        var expected = new ConcurrentHashMap<WorkspaceName, String>();
        var writersLeft = new CountDownLatch(4);
        var tasks = new ArrayList<Callable<Integer>>();
        IntStream.range(0, 4)
                .mapToObj(writer -> WorkspaceName.of("writer", "w" + writer))
                .forEach(name -> tasks.add(() -> {
                    try {
                        return write(workspaces, name, expected);
                    } finally {
                        writersLeft.countDown();
                    }
                }));
        IntStream.range(0, 2)
                .forEach(collector -> tasks.add(() -> {
                    while (writersLeft.getCount() > 0) {
                        sweeper.tidy();
                        sweeper.collect();
                    }
                    return 0;
                }));

        Together.run(tasks);

        expected.forEach((name, content) ->
                assertThat(workspaces.open(name).head().read("file")).hasContent(content));
        assertThat(database.one("""
                select count(*) from howdah.workspace_part p
                left join howdah.workspace_data d on d.chunk = p.chunk where d.chunk is null
                """, Long.class)).as("references without bytes").isZero();
    }

    /** Few contents, so that writers meet each other's chunks all the time. */
    private static int write(Workspaces workspaces, WorkspaceName name, Map<WorkspaceName, String> expected) {
        var random = new Random(name.hashCode());
        var mine = workspaces.open(name, WorkspaceOptions.standard().keepVersions(1));
        var commits = 0;
        var until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() < until || commits < 10) {
            var content = "content " + random.nextInt(5);
            try {
                mine.change().write("file", bytes(content)).commit();
                expected.put(name, content);
                commits++;
            } catch (WorkspaceException late) {
                assertThat(late.code()).isEqualTo("workspace-change-expired");
            }
        }
        return commits;
    }
}
