// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.workspace.store.ChunkStore;
import io.howdah.workspace.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkspaceSettingsTest {
    @Test
    void without_anything_said_bytes_are_in_postgresql() {
        var settings = WorkspaceSettings.from(Map.of());

        assertThat(settings).isEqualTo(WorkspaceSettings.STANDARD);
        assertThat(settings.open(false)).isEmpty();
    }

    @Test
    void a_directory_must_have_a_store_unless_one_is_to_be_begun(@TempDir Path directory) {
        var settings = WorkspaceSettings.from(
                Map.of("HOWDAH_WORKSPACE_STORE", "directory", "HOWDAH_WORKSPACE_DIRECTORY", directory.toString()));

        assertThatThrownBy(() -> settings.open(false)).isInstanceOf(StoreException.class);
        assertThat(settings.open(true)).extracting(ChunkStore::name).containsExactly("directory");
        assertThat(settings.open(false)).hasSize(1);
        assertThat(settings.standard()).isEqualTo("directory");
    }

    @Test
    void a_bucket_is_described_and_its_secret_never_shown(@TempDir Path directory) throws Exception {
        var secret = Files.writeString(directory.resolve("secret"), "hidden\n");
        var settings = WorkspaceSettings.from(Map.of(
                "HOWDAH_WORKSPACE_STORE", "s3",
                "HOWDAH_S3_BUCKET", "files",
                "HOWDAH_S3_ENDPOINT", "https://s3.example:9000",
                "HOWDAH_S3_ACCESS_KEY", "me",
                "HOWDAH_S3_SECRET_KEY_FILE", secret.toString()));

        assertThat(settings.bucket().orElseThrow().keys().orElseThrow().secret())
                .isEqualTo("hidden");
        assertThat(settings.toString()).contains("files", "s3.example", "me").doesNotContain("hidden");
        assertThat(settings.open(false)).extracting(ChunkStore::name).containsExactly("s3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                HOWDAH_WORKSPACE_STORE=tape                            | postgresql, directory or s3: tape
                HOWDAH_WORKSPACE_STORE=directory                       | set HOWDAH_WORKSPACE_DIRECTORY as well
                HOWDAH_WORKSPACE_STORE=s3                              | set HOWDAH_S3_BUCKET as well
                HOWDAH_S3_BUCKET=b,HOWDAH_S3_ACCESS_KEY=k              | Set both of
                HOWDAH_S3_BUCKET=b,HOWDAH_S3_SECRET_KEY=k              | Set both of
                HOWDAH_S3_BUCKET=b,HOWDAH_S3_ENDPOINT=http://me:x@host | must be http:// or https:// and a host
                """)
    void what_makes_no_sense_is_refused_in_words(String variables, String why) {
        var environment = new HashMap<String, String>();
        for (var variable : variables.split(",", -1)) {
            environment.put(variable.split("=", 2)[0], variable.split("=", 2)[1]);
        }

        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> WorkspaceSettings.from(environment))
                .withMessageContaining(why);
    }
}
