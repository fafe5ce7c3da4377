// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.test.ChunkStoreContract;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@HowdahTest
class DirectoryChunkStoreTest implements ChunkStoreContract {
    @TempDir
    Path directory;

    private DirectoryChunkStore store;

    @BeforeEach
    void make() {
        store = DirectoryChunkStore.create("shared", directory);
    }

    @Override
    public ChunkStore store(TestDatabase database) {
        return store;
    }

    @Override
    public void damage(TestDatabase database, ChunkName chunk) throws IOException {
        var file = fileOf(chunk);
        var bytes = Files.readAllBytes(file);
        bytes[17] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void a_directory_that_is_not_mounted_is_never_written_to() throws Exception {
        Files.delete(directory.resolve("howdah-chunks"));
        Files.delete(directory.resolve("unfinished"));

        assertThatThrownBy(() -> store.put(List.of(new Chunk(new ChunkName("ab".repeat(32), 1), new byte[1]))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("mount it");
        assertThatThrownBy(() -> DirectoryChunkStore.open("shared", directory)).isInstanceOf(StoreException.class);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void a_directory_with_something_else_in_it_is_not_taken(@TempDir Path other) throws Exception {
        Files.writeString(other.resolve("thesis"), "mine");

        assertThatThrownBy(() -> DirectoryChunkStore.create("shared", other))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not empty");
    }

    @Test
    void what_a_dead_writer_has_left_is_cleared_away_after_a_day() throws Exception {
        var old = Files.createFile(directory.resolve("unfinished").resolve("old"));
        var young = Files.createFile(directory.resolve("unfinished").resolve("young"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));

        store.tidy(Duration.ofDays(1));

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    private Path fileOf(ChunkName chunk) {
        return directory.resolve(chunk.sha256().substring(0, 2)).resolve(chunk.toString());
    }
}
