// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.workspaces;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Stage;
import io.howdah.workspace.Workspace;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.WorkspaceOptions;
import io.howdah.workspace.store.DirectoryChunkStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A workspace: written as one commit; small files are read as a checkout, a large one as a stream. */
final class HowdahFiles implements Place {
    private static final WorkspaceName NAME = WorkspaceName.of("bench", "files");

    private final HikariDataSource pool;
    private final Howdah howdah;
    private final Workspace workspace;
    private final Optional<Path> directory;
    private final Path checkout;

    private HowdahFiles(Stage stage, Optional<Path> directory) throws IOException {
        var config = new HikariConfig();
        config.setJdbcUrl(stage.database().url());
        config.setUsername(stage.database().user());
        config.setPassword(stage.database().password());
        this.pool = new HikariDataSource(config);
        this.howdah = Howdah.open(pool);
        this.directory = directory;
        this.checkout = Files.createTempDirectory("howdah-bench-checkout-");
        howdah.migrate();
        directory.ifPresent(path -> howdah.workspaces().add(DirectoryChunkStore.create("directory", path)));
        this.workspace = howdah.workspaces()
                .open(NAME, WorkspaceOptions.standard(), directory.isPresent() ? "directory" : "postgresql");
    }

    static HowdahFiles onPostgres(Stage stage) throws IOException {
        return new HowdahFiles(stage, Optional.empty());
    }

    static HowdahFiles inDirectory(Stage stage) throws IOException {
        return new HowdahFiles(stage, Optional.of(Files.createTempDirectory("howdah-bench-chunks-")));
    }

    @Override
    public void write(Freight freight) throws IOException {
        var change = workspace.change();
        for (int file = 0; file < freight.files(); file++) {
            try (var content = freight.content(file)) {
                change.write("folder-" + file / 100 + "/file-" + file, content);
            }
        }
        change.commit();
    }

    @Override
    public long read(Freight freight) throws IOException {
        var head = workspace.head();
        if (freight.files() > 1) {
            head.writeTo(checkout);
            return head.version().bytes();
        }
        var total = 0L;
        var buffer = new byte[1 << 20];
        try (var content = head.read("folder-0/file-0")) {
            for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                total += n;
            }
        }
        return total;
    }

    @Override
    public void close() throws IOException {
        howdah.close();
        pool.close();
        RawFiles.delete(checkout);
        if (directory.isPresent()) {
            RawFiles.delete(directory.get());
        }
    }
}
