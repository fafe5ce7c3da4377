// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static io.howdah.workspace.WorkspacesTest.assertCode;
import static io.howdah.workspace.WorkspacesTest.bytes;
import static io.howdah.workspace.WorkspacesTest.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestClock;
import io.howdah.test.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is kept, and for how long. */
@HowdahTest
class RetentionTest {
    private static final WorkspaceName NAME = WorkspaceName.of("shop", "production");

    private Workspaces workspaces;
    private Workspace workspace;

    @BeforeEach
    void open(Howdah howdah) {
        workspaces = howdah.workspaces();
        workspace = workspaces.open(NAME);
    }

    @Test
    void old_versions_go_when_they_are_not_kept_and_tagged_ones_stay(
            Howdah howdah, TestClock clock, TestDatabase database) throws Exception {
        workspaces.configure(NAME, WorkspaceOptions.standard().keepVersions(2));
        for (int i = 1; i <= 6; i++) {
            workspace
                    .change()
                    .write("a", bytes("content " + i))
                    .write("same", bytes("s"))
                    .commit();
        }
        workspace.tag("kept", 2);
        howdah.drain();
        assertThat(workspace.history(10)).as("for a day nothing goes").hasSize(7);

        clock.advance(Duration.ofHours(25));
        howdah.drain();

        assertThat(workspace.history(10)).extracting(WorkspaceVersion::number).containsExactly(6L, 5L, 2L);
        assertThat(text(workspace.snapshot("kept"), "a")).isEqualTo("content 2");
        assertCode("workspace-version-unknown", () -> workspace.snapshot(3));
        clock.advance(Duration.ofHours(25));
        howdah.drain();
        assertThat(database.one("select count(*) from howdah.workspace_chunk", Long.class))
                .as("2, 5, 6 and the one that is the same")
                .isEqualTo(4);
        assertThat(text(workspace.snapshot(5), "a")).isEqualTo("content 5");
    }

    @Test
    void a_deleted_workspace_is_gone_at_once_and_its_bytes_later(Howdah howdah, TestClock clock, TestDatabase database)
            throws Exception {
        workspace.change().write("a", new byte[2_000_000]).commit();
        var reader = workspace.head().read("a");
        assertThat(reader.read()).isZero();

        assertThat(workspaces.delete(NAME)).isTrue();
        assertCode("workspace-unknown", () -> workspace.head());
        assertThat(workspaces.open(NAME).head().list(10)).isEmpty();
        howdah.drain();
        assertThat(reader.readAllBytes()).as("a stream goes on").hasSize(1_999_999);

        clock.advance(Duration.ofHours(25));
        howdah.drain();
        assertThat(database.one("select count(*) from howdah.workspace_data", Long.class))
                .isZero();
        assertThat(database.one("select count(*) from howdah.workspace", Long.class))
                .isEqualTo(1);
        assertThat(workspaces.delete(WorkspaceName.of("no", "such"))).isFalse();
    }

    @Test
    void a_workspace_that_nobody_changes_expires_unless_it_is_locked(Howdah howdah, TestClock clock) {
        workspaces.configure(NAME, WorkspaceOptions.standard().expireAfter(Duration.ofHours(1)));
        workspace.tryLock("one", "");
        clock.advance(Duration.ofHours(2));
        howdah.drain();
        assertThat(workspaces.find(NAME)).isPresent();

        workspace.unlock("one");
        howdah.drain();
        assertThat(workspaces.find(NAME)).isEmpty();
    }
}
