// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static io.howdah.workspace.WorkspacesTest.assertCode;
import static io.howdah.workspace.WorkspacesTest.bytes;
import static io.howdah.workspace.WorkspacesTest.paths;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockLostException;
import io.howdah.lock.LockTimeoutException;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@HowdahTest
class CheckoutTest {
    @TempDir
    Path temporary;

    private Path directory;
    private Workspace workspace;

    @BeforeEach
    void open(Howdah howdah) {
        directory = temporary.resolve("checkout");
        workspace = howdah.workspaces().open(WorkspaceName.of("shop", "test"));
    }

    /** Leases are kept by whoever is started. */
    private void start(Howdah howdah) {
        howdah.start();
        open(howdah);
    }

    @Test
    void what_was_done_in_the_directory_becomes_the_next_version(Howdah howdah) throws Exception {
        start(howdah);
        workspace
                .change()
                .write("same", bytes("1"))
                .write("other", bytes("1"))
                .write("folder/gone", bytes("1"))
                .writeExecutable("run.sh", new ByteArrayInputStream(bytes("#!/bin/sh")))
                .write("large", new byte[3_000_000])
                .commit();

        try (var checkout = workspace.checkout(directory, Duration.ZERO)) {
            assertThat(directory.resolve("folder/gone")).hasContent("1");
            assertThat(directory.resolve("run.sh")).isExecutable();
            assertThat(directory.resolve("large")).hasSize(3_000_000);
            Files.delete(directory.resolve("folder/gone"));
            Files.writeString(directory.resolve("other"), "2");
            Files.createDirectories(directory.resolve("deep/er"));
            Files.writeString(directory.resolve("deep/er/new"), "new");
            assertThat(checkout.commit().number()).isEqualTo(2);
            Files.writeString(directory.resolve("other"), "3");
            assertThat(checkout.commit(CommitOptions.none().message("again")).number())
                    .isEqualTo(3);
        }

        assertThat(paths(workspace.head())).containsExactly("deep/er/new", "large", "other", "run.sh", "same");
        assertThat(workspace.head().find("run.sh"))
                .hasValueSatisfying(file -> assertThat(file.executable()).isTrue());
        assertThat(workspace.diff(1, 2, 10))
                .extracting(FileChange::path)
                .containsExactly("deep/er/new", "folder/gone", "other");
        assertThat(workspace.diff(2, 3, 10)).extracting(FileChange::path).containsExactly("other");
    }

    @Test
    void a_directory_that_is_used_again_is_made_exactly_the_version(TestDatabase database) throws Exception {
        workspace.change().write("a/b", bytes("1")).write("kept", bytes("2")).commit();
        workspace.head().writeTo(directory);
        var old = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        Files.setLastModifiedTime(directory.resolve("kept"), old);
        Files.writeString(directory.resolve("a/b"), "tampered");
        Files.writeString(directory.resolve("rubbish"), "x");
        Files.createDirectories(directory.resolve("empty/folder"));

        workspace.head().writeTo(directory);

        assertThat(directory.resolve("a/b")).hasContent("1");
        assertThat(directory.resolve("rubbish")).doesNotExist();
        assertThat(directory.resolve("empty")).doesNotExist();
        assertThat(Files.getLastModifiedTime(directory.resolve("kept")))
                .as("what is the same is not written again")
                .isEqualTo(old);
        workspace.change().delete("a/b").write("a", bytes("now a file")).commit();
        workspace.head().writeTo(directory);
        assertThat(directory.resolve("a")).hasContent("now a file");
    }

    @Test
    void a_directory_with_other_things_in_it_is_left_alone(Howdah howdah) throws Exception {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("thesis"), "mine");

        assertCode("workspace-directory-foreign", () -> workspace.head().writeTo(directory));
        assertThat(directory.resolve("thesis")).hasContent("mine");

        var mine = temporary.resolve("mine");
        workspace.head().writeTo(mine);
        var another = howdah.workspaces().open(WorkspaceName.of("another", "one"));
        assertCode("workspace-directory-foreign", () -> another.head().writeTo(mine));
    }

    @Test
    void a_link_in_the_directory_is_never_followed() throws Exception {
        var outside = Files.createDirectory(temporary.resolve("outside"));
        Files.writeString(outside.resolve("file"), "secret");
        workspace
                .change()
                .write("link/file", bytes("1"))
                .write("target", bytes("2"))
                .commit();
        workspace.head().writeTo(directory);
        Files.delete(directory.resolve("link/file"));
        Files.delete(directory.resolve("link"));
        Files.createSymbolicLink(directory.resolve("link"), outside);
        Files.delete(directory.resolve("target"));
        Files.createSymbolicLink(directory.resolve("target"), outside.resolve("file"));

        assertCode("workspace-not-a-file", () -> workspace.change().takeFrom(directory));
        workspace.head().writeTo(directory);

        assertThat(outside.resolve("file")).hasContent("secret");
        assertThat(directory.resolve("link/file")).hasContent("1");
        assertThat(Files.isSymbolicLink(directory.resolve("target"))).isFalse();
        assertThat(directory.resolve("target")).hasContent("2");
    }

    @Test
    void one_at_a_time_works_in_a_workspace(Howdah howdah, TestDatabase database) throws Exception {
        start(howdah);
        try (var checkout = workspace.checkout(directory, Duration.ZERO)) {
            assertThat(checkout.lease().isHeld()).isTrue();
            assertThatThrownBy(() -> workspace.checkout(temporary.resolve("two"), Duration.ZERO))
                    .isInstanceOf(LockTimeoutException.class);
        }
        try (var checkout = workspace.checkout(temporary.resolve("two"), Duration.ZERO)) {
            assertThat(checkout.version().number()).isZero();
        }
    }

    @Test
    void who_has_lost_the_lease_commits_nothing(Howdah howdah) throws Exception {
        start(howdah);
        try (var checkout = workspace.checkout(directory, LeaseOptions.standard(), Duration.ZERO)) {
            Files.writeString(directory.resolve("late"), "x");
            howdah.locks().forceRelease(workspace.lockName(), "ann", "it hangs");

            assertThatThrownBy(checkout::commit).isInstanceOf(LockLostException.class);
            assertThat(workspace.info().head()).isZero();
        } catch (LockLostException expected) {
            // Closing says it as well.
            assertThat(expected.code()).isEqualTo("lock-lost");
        }
    }
}
