// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.howdah.Howdah;
import io.howdah.workspace.ChunkException;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.Workspace;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.WorkspaceOptions;
import io.howdah.workspace.store.Chunk;
import io.howdah.workspace.store.ChunkName;
import io.howdah.workspace.store.ChunkStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every store of workspaces must do. A test class of yours implements it, is a {@link HowdahTest}, and says which
 * store it is and how to damage a chunk in it.
 */
public interface ChunkStoreContract {
    /** The name of the store that is the database, which every process has. */
    String POSTGRESQL = "postgresql";

    /** Longer than chunks are kept that nobody refers to. */
    Duration LATER = Duration.ofHours(25);

    /** The store, with nothing in it that a test could meet; the same one throughout a test. */
    ChunkStore store(TestDatabase database) throws Exception;

    /** Changes a byte of a chunk behind the store's back. */
    void damage(TestDatabase database, ChunkName chunk) throws Exception;

    /** With a name that the database knows of, as it does whenever a workspace puts something. */
    private static Chunk announced(TestDatabase database, ChunkStore store, byte[] bytes) {
        database.execute(
                "insert into howdah.workspace_store (name) values ('" + store.name() + "') on conflict do nothing");
        var number = database.one(
                "insert into howdah.workspace_chunk (store, hash, size, expires_at)"
                        + " select id, decode(?, 'hex'), ?, howdah.now() from howdah.workspace_store where name = ?"
                        + " returning id",
                Long.class,
                sha256(bytes),
                bytes.length,
                store.name());
        return new Chunk(new ChunkName(sha256(bytes), number), bytes);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] random(int size, long seed) {
        var bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private Workspace workspace(Howdah howdah, TestDatabase database) throws Exception {
        var store = store(database);
        if (!store.name().equals(POSTGRESQL)) {
            howdah.workspaces().add(store);
        }
        return howdah.workspaces()
                .open(WorkspaceName.of("contract", "test"), WorkspaceOptions.standard(), store.name());
    }

    private static byte[] read(Workspace workspace, String path) throws IOException {
        try (var in = workspace.head().read(path)) {
            return in.readAllBytes();
        }
    }

    private static List<ChunkName> chunks(TestDatabase database) {
        var names = new ArrayList<ChunkName>();
        for (var row : database.query("select encode(hash, 'hex'), id from howdah.workspace_chunk order by id")) {
            names.add(new ChunkName(String.valueOf(row.get(0)), ((Number) row.get(1)).longValue()));
        }
        return names;
    }

    @Test
    default void what_was_put_is_read_back(TestDatabase database) throws Exception {
        var store = store(database);
        var one = announced(database, store, new byte[] {42});
        var large = announced(database, store, random(store.chunkSize(), 1));

        store.put(List.of(one, large));

        for (var chunk : List.of(one, large)) {
            var found = store.get(List.of(chunk.name()));
            assertEquals(1, found.size());
            assertEquals(chunk.name(), found.getFirst().name());
            assertArrayEquals(chunk.bytes(), found.getFirst().bytes());
        }
        assertEquals(2, store.get(List.of(large.name(), one.name())).size());
    }

    @Test
    default void what_is_not_there_is_left_out(TestDatabase database) throws Exception {
        var store = store(database);
        var there = announced(database, store, random(10, 2));
        var missing = announced(database, store, random(11, 3));
        store.put(List.of(there));

        assertEquals(
                List.of(there.name()),
                store.get(List.of(missing.name(), there.name())).stream()
                        .map(Chunk::name)
                        .toList());
    }

    @Test
    default void the_same_chunk_is_put_by_many_at_once_and_again(TestDatabase database) throws Exception {
        var store = store(database);
        var chunks = new ArrayList<Chunk>();
        for (int i = 0; i < 5; i++) {
            chunks.add(announced(database, store, random(20_000, i)));
        }
        Together.run(IntStream.range(0, 6)
                .<Callable<Boolean>>mapToObj(i -> () -> {
                    store.put(i % 2 == 0 ? chunks : chunks.reversed());
                    return true;
                })
                .toList());
        store.put(chunks);

        for (var chunk : store.get(chunks.stream().map(Chunk::name).toList())) {
            assertEquals(chunk.name().sha256(), sha256(chunk.bytes()));
        }
    }

    @Test
    default void what_is_deleted_is_gone_and_its_namesake_is_not(TestDatabase database) throws Exception {
        var store = store(database);
        var bytes = random(1000, 4);
        var old = announced(database, store, bytes);
        store.put(List.of(old));
        database.execute("update howdah.workspace_chunk set doomed = true");
        var young = announced(database, store, bytes);
        store.put(List.of(young));

        store.delete(List.of(old.name()));
        store.delete(List.of(old.name()));

        assertEquals(
                List.of(young.name()),
                store.get(List.of(old.name(), young.name())).stream()
                        .map(Chunk::name)
                        .toList());
        store.tidy(Duration.ofDays(1));
        assertEquals(1, store.get(List.of(young.name())).size());
    }

    @Test
    default void files_of_many_chunks_are_read_whole_and_in_ranges(Howdah howdah, TestDatabase database)
            throws Exception {
        var workspace = workspace(howdah, database);
        var size = store(database).chunkSize();
        var large = random(2 * size + size / 2, 6);

        var version = workspace
                .change()
                .write("large", new ByteArrayInputStream(large))
                .write("empty", new byte[0])
                .write("folder/small", "hello".getBytes(StandardCharsets.UTF_8))
                .commit(CommitOptions.none().author("ann").message("first"));

        assertEquals(1, version.number());
        assertArrayEquals(large, read(workspace, "large"));
        assertArrayEquals(new byte[0], read(workspace, "empty"));
        assertArrayEquals("hello".getBytes(StandardCharsets.UTF_8), read(workspace, "folder/small"));
        var random = new Random(7);
        for (int i = 0; i < 10; i++) {
            var from = random.nextInt(large.length);
            var length = random.nextInt(large.length);
            var to = (int) Math.min((long) from + length, large.length);
            try (var range = workspace.head().read("large", from, length)) {
                assertArrayEquals(Arrays.copyOfRange(large, from, to), range.readAllBytes());
            }
        }
    }

    @Test
    default void a_chunk_that_was_damaged_is_never_given_out(Howdah howdah, TestDatabase database) throws Exception {
        var workspace = workspace(howdah, database);
        workspace.change().write("file", random(100_000, 8)).commit();

        damage(database, chunks(database).getFirst());

        var failure = assertThrows(ChunkException.class, () -> read(workspace, "file"));
        assertEquals("workspace-chunk-corrupt", failure.code());
    }

    @Test
    default void a_chunk_that_is_lost_is_named(Howdah howdah, TestDatabase database) throws Exception {
        var workspace = workspace(howdah, database);
        workspace.change().write("file", random(100_000, 9)).commit();

        store(database).delete(chunks(database));

        var failure = assertThrows(ChunkException.class, () -> read(workspace, "file"));
        assertEquals("workspace-chunk-missing", failure.code());
    }

    @Test
    default void what_nobody_refers_to_is_collected_and_nothing_else(
            Howdah howdah, TestDatabase database, TestClock clock) throws Exception {
        var workspace = workspace(howdah, database);
        var kept = random(5000, 10);
        workspace.change().write("kept", kept).commit();
        workspace.change().write("given-up", random(20 << 20, 11));
        assertTrue(chunks(database).size() > 1);

        howdah.drain();
        assertTrue(chunks(database).size() > 1, "a change that may still be committed is left alone");
        clock.advance(LATER);
        var all = chunks(database);
        howdah.drain();

        assertEquals(all.subList(0, 1), chunks(database));
        assertEquals(
                all.subList(0, 1),
                store(database).get(all).stream().map(Chunk::name).toList());
        assertArrayEquals(kept, read(workspace, "kept"));
    }

    @Test
    default void a_workspace_is_moved_here_and_away(Howdah howdah, TestDatabase database, TestClock clock)
            throws Exception {
        var here = workspace(howdah, database);
        var name = WorkspaceName.of("moved", "test");
        var workspace = howdah.workspaces().open(name);
        var bytes = random(3_000_000, 12);
        workspace.change().write("file", bytes).commit();
        workspace.change().write("file", random(1_000_000, 13)).commit();
        here.change().write("other", bytes).commit();

        howdah.workspaces().move(name, store(database).name());
        assertEquals(store(database).name(), workspace.info().store());
        clock.advance(LATER);
        howdah.drain();
        assertArrayEquals(bytes, workspace.snapshot(1).read("file").readAllBytes());
        workspace.change().write("another", random(2_000_000, 14)).commit();

        howdah.workspaces().move(name, POSTGRESQL);
        clock.advance(LATER);
        howdah.drain();
        assertEquals(POSTGRESQL, workspace.info().store());
        assertArrayEquals(bytes, workspace.snapshot(1).read("file").readAllBytes());
        assertArrayEquals(random(2_000_000, 14), read(workspace, "another"));
        assertArrayEquals(bytes, read(here, "other"));
    }
}
