// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static io.howdah.workspace.WorkspacesTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many files, and more bytes than this JVM has memory for at a time. */
@HowdahTest
class LargeWorkspaceTest {
    private static final int FILES = 10_000;

    @TempDir
    Path temporary;

    @Test
    void ten_thousand_files_go_in_and_out_and_a_change_of_one_is_a_change_of_one(Howdah howdah) throws Exception {
        var workspace = howdah.workspaces().open(WorkspaceName.of("many", "files"));
        var change = workspace.change();
        for (int i = 0; i < FILES; i++) {
            change.write("folder-" + i / 100 + "/file-" + i, bytes("content of " + i));
        }
        assertThat(change.commit().files()).isEqualTo(FILES);

        var directory = temporary.resolve("checkout");
        workspace.head().writeTo(directory);
        try (var files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(FILES + 1);
        }
        assertThat(directory.resolve("folder-77/file-7777")).hasContent("content of 7777");

        Files.writeString(directory.resolve("folder-77/file-7777"), "another content");
        workspace.change().takeFrom(directory).commit();
        assertThat(workspace.diff(1, 2, 10)).extracting(FileChange::path).containsExactly("folder-77/file-7777");
        assertThat(workspace.rollback(1, 2, CommitOptions.none()).files()).isEqualTo(FILES);
        assertThat(workspace.diff(1, 3, 10)).isEmpty();
    }

    @Test
    void a_file_is_streamed_through_a_few_megabytes_of_memory(Howdah howdah) throws Exception {
        var size = 200L << 20;
        var workspace = howdah.workspaces().open(WorkspaceName.of("large", "file"));
        workspace.change().write("large", new Counting(size)).commit();

        try (var read = workspace.head().read("large");
                var expected = new Counting(size)) {
            var mine = new byte[64 * 1024];
            var total = 0L;
            for (int n = read.read(mine); n >= 0; n = read.read(mine)) {
                assertThat(expected.readNBytes(n)).isEqualTo(Arrays.copyOf(mine, n));
                total += n;
            }
            assertThat(total).isEqualTo(size);
        }
    }

    /** Bytes that say where they are, so that none can be mistaken for another. */
    private static final class Counting extends InputStream {
        private final long size;
        private long position;

        Counting(long size) {
            this.size = size;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (position >= size) {
                return -1;
            }
            var n = (int) Math.min(length, size - position);
            for (int i = 0; i < n; i++) {
                var at = position + i;
                into[offset + i] = (byte) (at >>> (8 * (at & 7)));
            }
            position += n;
            return n;
        }
    }
}
