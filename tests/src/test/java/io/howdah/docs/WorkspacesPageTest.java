// SPDX-License-Identifier: Apache-2.0
package io.howdah.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.StaleHeadException;
import io.howdah.workspace.WorkspaceName;
import io.howdah.workspace.WorkspaceOptions;
import io.howdah.workspace.Workspaces;
import io.howdah.workspace.store.DirectoryChunkStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page on workspaces, run. */
@HowdahTest
class WorkspacesPageTest {
    @TempDir
    Path temporary;

    @Test
    void the_page_on_workspaces_runs(Howdah howdah) throws Exception {
        howdah.start();
        publish(howdah.workspaces(), new ByteArrayInputStream(new byte[10]));
        assertThat(howdah.workspaces().open(SHOP).head().find("plan.bin")).isPresent();
        deploy(howdah.workspaces(), temporary.resolve("work"));
        assertThat(howdah.workspaces().open(SHOP).head().find("result.txt")).isPresent();
        DirectoryChunkStore.create("shared", temporary.resolve("mount"));
        stores(howdah.workspaces(), temporary.resolve("mount"));
        assertThat(howdah.workspaces().open(SHOP).info().store()).isEqualTo("shared");
    }

    private static void build(Path directory) throws IOException {
        Files.writeString(directory.resolve("result.txt"), "done");
    }

    // snippet: workspaces
    static final WorkspaceName SHOP = WorkspaceName.of("shop", "production");

    void publish(Workspaces workspaces, InputStream plan) throws IOException {
        var workspace = workspaces.open(SHOP); // made when there is none
        try {
            var version = workspace
                    .change() // from the head as it is now
                    .write("main.tf", "resource …".getBytes(UTF_8))
                    .write("plan.bin", plan) // streamed, chunk by chunk
                    .commit(CommitOptions.none().author("ann").message("first plan"));
            workspace.tag("approved", version.number());
        } catch (StaleHeadException conflict) {
            var theirs = workspace.snapshot(conflict.current()); // nothing of ours is stored: look, and do it again
            throw new IOException("Somebody else was faster: " + theirs.version());
        }
    }
    // end

    // snippet: checkout
    void deploy(Workspaces workspaces, Path directory) throws IOException, InterruptedException {
        var workspace = workspaces.open(SHOP);
        try (var checkout = workspace.checkout(directory, Duration.ofMinutes(1))) { // waits for the lease
            build(checkout.directory()); // exactly the head's files are here
            checkout.commit(CommitOptions.none().message("deployed")); // refused if the lease was lost meanwhile
        }
    }
    // end

    // snippet: stores
    void stores(Workspaces workspaces, Path mounted) {
        workspaces.add(DirectoryChunkStore.open("shared", mounted)); // in every process, before it is used
        workspaces.open(WorkspaceName.of("shop", "test"), WorkspaceOptions.standard(), "shared");
        workspaces.move(SHOP, "shared"); // while it is used
    }
    // end
}
