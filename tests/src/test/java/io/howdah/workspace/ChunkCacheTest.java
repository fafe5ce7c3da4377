// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static io.howdah.workspace.WorkspacesTest.assertCode;
import static io.howdah.workspace.WorkspacesTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.workspace.store.DirectoryChunkStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was read once is not fetched again; whatever is wrong with the cache costs time only. */
@HowdahTest
class ChunkCacheTest {
    private static final int MANY = 10_000_000;

    @TempDir
    Path temporary;

    private Path cache;
    private Path stored;
    private Howdah howdah;

    @BeforeEach
    void directories(Howdah given) {
        howdah = given;
        cache = temporary.resolve("cache");
        stored = temporary.resolve("stored");
        howdah.workspaces().add(DirectoryChunkStore.create("shared", stored));
    }

    private Workspace workspace(String name) {
        return howdah.workspaces().open(WorkspaceName.of("cache", name), WorkspaceOptions.standard(), "shared");
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches("[0-9a-f]{64}.*"))
                    .toList();
        }
    }

    private static void deleteFilesIn(Path directory) throws IOException {
        for (var file : filesIn(directory)) {
            Files.delete(file);
        }
    }

    private static byte[] random(int seed, int size) {
        var content = new byte[size];
        new Random(seed).nextBytes(content);
        return content;
    }

    @Test
    void what_was_read_once_is_not_asked_for_again() throws Exception {
        howdah.workspaces().cacheIn(cache, MANY);
        var workspace = workspace("again");
        var large = random(1, 5_000_000);
        workspace.change().write("small", bytes("one")).write("large", large).commit();
        workspace.head().writeTo(temporary.resolve("first"));

        deleteFilesIn(stored);
        workspace.head().writeTo(temporary.resolve("second"));

        assertThat(temporary.resolve("second/small")).hasContent("one");
        assertThat(temporary.resolve("second/large")).hasBinaryContent(large);
    }

    @Test
    void what_is_damaged_in_the_cache_is_read_from_the_store() throws Exception {
        howdah.workspaces().cacheIn(cache, MANY);
        var workspace = workspace("damaged");
        workspace.change().write("file", bytes("right")).commit();
        workspace.head().read("file").readAllBytes();
        for (var file : filesIn(cache)) {
            Files.writeString(file, "wrong");
        }

        assertThat(workspace.head().read("file").readAllBytes()).asString().isEqualTo("right");
        deleteFilesIn(stored);
        assertThat(workspace.head().read("file").readAllBytes()).asString().isEqualTo("right");
    }

    @Test
    void what_was_damaged_in_the_store_does_not_get_into_the_cache() throws Exception {
        howdah.workspaces().cacheIn(cache, MANY);
        var workspace = workspace("corrupt");
        workspace.change().write("file", bytes("right")).commit();
        for (var file : filesIn(stored)) {
            Files.writeString(file, "wrong");
        }

        assertCode(
                "workspace-chunk-corrupt", () -> workspace.head().read("file").readAllBytes());
        assertThat(filesIn(cache)).isEmpty();
    }

    @Test
    void it_stays_as_small_as_it_was_said_to_and_keeps_what_was_read_last() throws Exception {
        howdah.workspaces().cacheIn(cache, 100_000);
        var workspace = workspace("bounded");
        for (int i = 0; i < 30; i++) {
            workspace.change().write("file" + i, random(i, 10_000)).commit();
            workspace.head().read("file" + i).readAllBytes();
            workspace.head().read("file0").readAllBytes();
            makeOlder();
        }
        workspace.change().write("larger than all of it", random(99, 200_000)).commit();
        workspace.head().read("larger than all of it").readAllBytes();

        var kept = filesIn(cache);
        assertThat(kept).hasSizeBetween(5, 10);
        deleteFilesIn(stored);
        assertThat(workspace.head().read("file0").readAllBytes()).hasSize(10_000);
        assertThat(workspace.head().read("file29").readAllBytes()).hasSize(10_000);
        assertCode(
                "workspace-chunk-missing", () -> workspace.head().read("file1").readAllBytes());
    }

    /** By an hour each time: file systems need not tell two moments apart that are close. */
    private void makeOlder() throws IOException {
        for (var file : filesIn(cache)) {
            var age = Files.getLastModifiedTime(file).toInstant().minusSeconds(3600);
            Files.setLastModifiedTime(file, FileTime.from(age));
        }
    }

    @Test
    void a_cache_that_breaks_delays_nobody_and_what_was_left_half_written_is_cleared_away() throws Exception {
        howdah.workspaces().cacheIn(cache, MANY);
        var workspace = workspace("broken");
        workspace.change().write("file", bytes("one")).commit();
        Files.delete(cache);
        Files.writeString(cache, "a file where the directory was");
        assertThat(workspace.head().read("file").readAllBytes()).asString().isEqualTo("one");

        assertThatThrownBy(() -> howdah.workspaces().cacheIn(cache, MANY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name a directory that can be written to");
        assertThatThrownBy(() -> howdah.workspaces().cacheIn(temporary.resolve("none"), 0))
                .hasMessageContaining("at least one byte");

        var other = Files.createDirectories(temporary.resolve("other/ab"));
        var abandoned = Files.writeString(other.resolve("ab".repeat(32) + ".new-1"), "half");
        var young = Files.writeString(other.resolve("ab".repeat(32) + ".new-2"), "half");
        var foreign = Files.writeString(other.resolve("notes.txt"), "of somebody");
        Files.setLastModifiedTime(abandoned, FileTime.from(Instant.now().minusSeconds(7200)));
        Files.setLastModifiedTime(foreign, FileTime.from(Instant.EPOCH));
        howdah.workspaces().cacheIn(temporary.resolve("other"), 1);
        assertThat(abandoned).doesNotExist();
        assertThat(young).exists();
        assertThat(foreign).exists();
    }
}
