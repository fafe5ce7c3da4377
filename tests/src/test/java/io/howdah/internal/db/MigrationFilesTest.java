// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MigrationFilesTest {
    private static final Path FOLDER =
            Path.of("..", "howdah-library", "src", "main", "resources", "io", "howdah", "internal", "db", "migrations");

    @Test
    void every_file_is_in_the_list_and_numbered_without_a_gap() throws Exception {
        try (var files = Files.list(FOLDER)) {
            assertThat(Migration.ALL.stream().map(step -> step.name() + ".sql"))
                    .containsExactlyElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .sorted()
                                    .toList());
        }
        assertThat(Migration.ALL.stream().map(Migration::version))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, Migration.ALL.size()).boxed().toList());
    }

    @Test
    void no_step_demands_a_version_newer_than_itself() {
        assertThat(Migration.ALL)
                .allSatisfy(step -> assertThat(step.oldestCompatible()).isBetween(1, step.version()));
    }
}
