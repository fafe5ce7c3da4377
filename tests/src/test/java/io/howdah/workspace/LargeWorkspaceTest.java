// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static io.howdah.workspace.WorkspacesTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.TestProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many files, and more bytes than a process has memory for. */
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
    void a_file_is_streamed_by_a_process_that_could_not_hold_it(TestDatabase database) {
        try (var process = TestProcess.of(LargeFileProcess.class)
                .jvmOptions("-Xmx64m")
                .arguments(database.jdbcUrl(), database.user(), database.password())
                .start()) {
            process.awaitLine("read back " + LargeFileProcess.SIZE + " bytes as they were");
            assertThat(process.awaitExit()).isZero();
        }
    }
}
