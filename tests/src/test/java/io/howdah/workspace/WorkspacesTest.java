// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.test.Together;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@HowdahTest
class WorkspacesTest {
    private static final WorkspaceName NAME = WorkspaceName.of("shop", "production");

    private Workspaces workspaces;
    private Workspace workspace;

    @BeforeEach
    void open(Howdah howdah) {
        workspaces = howdah.workspaces();
        workspace = workspaces.open(NAME);
    }

    @Test
    void a_new_workspace_is_an_empty_version() {
        assertThat(workspace.head().version().number()).isZero();
        assertThat(workspace.head().list(10)).isEmpty();
        assertThat(workspaces.open(NAME).info()).isEqualTo(workspace.info());
        assertThat(workspaces.find(WorkspaceName.of("no", "such"))).isEmpty();
    }

    @Test
    void a_change_is_seen_whole_when_it_is_committed_and_not_before() throws Exception {
        var change = workspace.change().write("a", bytes("1")).write("b/c", bytes("22"));
        assertThat(workspace.head().list(10)).isEmpty();

        var version = change.commit(CommitOptions.none().author("ann").message("begin"));

        assertThat(version.number()).isEqualTo(1);
        assertThat(version.files()).isEqualTo(2);
        assertThat(version.bytes()).isEqualTo(3);
        assertThat(version.author()).isEqualTo("ann");
        assertThat(paths(workspace.head())).containsExactly("a", "b/c");
        assertThat(text(workspace.head(), "b/c")).isEqualTo("22");
    }

    @Test
    void a_version_never_changes_whatever_comes_after_it() throws Exception {
        workspace.change().write("a", bytes("1")).write("b", bytes("1")).commit();
        var first = workspace.head();
        workspace
                .change()
                .write("a", bytes("2"))
                .delete("b")
                .write("c", bytes("2"))
                .commit();
        workspace.change().rename("c", "b").commit();

        assertThat(paths(first)).containsExactly("a", "b");
        assertThat(text(first, "a")).isEqualTo("1");
        assertThat(text(workspace.snapshot(2), "c")).isEqualTo("2");
        assertThat(paths(workspace.head())).containsExactly("a", "b");
        assertThat(text(workspace.head(), "b")).isEqualTo("2");
        assertThat(workspace.history(10)).extracting(WorkspaceVersion::number).containsExactly(3L, 2L, 1L, 0L);
        assertThat(workspace.history(2, 10))
                .extracting(WorkspaceVersion::number)
                .containsExactly(1L, 0L);
    }

    @Test
    void create_delete_and_rename_mind_what_is_there() throws Exception {
        workspace.change().write("a", bytes("1")).commit();
        var change = workspace.change();

        assertCode("workspace-file-exists", () -> change.create("a", stream("x")));
        assertCode("workspace-file-unknown", () -> change.delete("z"));
        assertCode("workspace-file-unknown", () -> change.rename("z", "y"));
        change.create("b", stream("2"));
        assertCode("workspace-file-exists", () -> change.rename("a", "b"));
        change.delete("b").create("b", stream("3")).rename("b", "c").commit();

        assertThat(paths(workspace.head())).contains("c").doesNotContain("b");
        assertThat(text(workspace.head(), "c")).isEqualTo("3");
    }

    @Test
    void a_stale_head_is_a_named_conflict_that_says_the_current_one() {
        var late = workspace.change().write("a", bytes("late"));
        workspace.change().write("b", bytes("1")).commit();

        var conflict = catchThrowableOfType(StaleHeadException.class, late::commit);

        assertThat(conflict.code()).isEqualTo("workspace-stale-head");
        assertThat(conflict.current()).isEqualTo(1);
        assertThat(paths(workspace.head())).containsExactly("b");
        assertThatThrownBy(() -> workspace.rollback(0, 0, CommitOptions.none())).isInstanceOf(StaleHeadException.class);
    }

    @Test
    void of_many_who_commit_at_once_one_does_and_its_files_are_all_there() {
        var changes = IntStream.range(0, 8)
                .mapToObj(i -> workspace.change().write("who", bytes("" + i)).write("file-" + i, bytes("x")))
                .toList();

        var outcomes = Together.run(changes.stream()
                .<Callable<Boolean>>map(change -> () -> {
                    try {
                        change.commit();
                        return true;
                    } catch (StaleHeadException conflict) {
                        return false;
                    }
                })
                .toList());

        assertThat(outcomes).containsOnlyOnce(true);
        var winner = outcomes.indexOf(true);
        assertThat(paths(workspace.head())).containsExactly("file-" + winner, "who");
    }

    @Test
    void a_commit_that_is_repeated_is_done_once() {
        var change = workspace.change().write("a", bytes("1"));
        var first = change.commit();
        workspace.change().write("b", bytes("1")).commit();

        assertThat(change.commit()).isEqualTo(first);
        assertThat(workspace.info().head()).isEqualTo(2);
    }

    @Test
    void a_difference_names_what_was_added_removed_and_changed() {
        workspace
                .change()
                .write("same", bytes("1"))
                .write("gone", bytes("1"))
                .write("other", bytes("1"))
                .commit();
        workspace
                .change()
                .write("same", bytes("1"))
                .delete("gone")
                .write("other", bytes("2"))
                .write("new", bytes("1"))
                .commit();

        var changes = workspace.diff(1, 2, 10);

        assertThat(changes).extracting(FileChange::path).containsExactly("gone", "new", "other");
        assertThat(changes.get(0).isRemoved()).isTrue();
        assertThat(changes.get(1).isAdded()).isTrue();
        assertThat(changes.get(2).before()).isPresent();
        assertThat(workspace.diff(1, 2, "gone", 1)).extracting(FileChange::path).containsExactly("new");
        assertThat(workspace.diff(2, 2, 10)).isEmpty();
        assertCode("workspace-version-unknown", () -> workspace.diff(1, 99, 10));
    }

    @Test
    void a_rollback_is_a_new_version_with_the_old_files() throws Exception {
        workspace.change().write("a", bytes("1")).write("b", bytes("1")).commit();
        workspace
                .change()
                .write("a", bytes("2"))
                .delete("b")
                .write("c", bytes("2"))
                .commit();

        var back = workspace.rollback(1, 2, CommitOptions.none().message("back"));

        assertThat(back.number()).isEqualTo(3);
        assertThat(workspace.diff(1, 3, 10)).isEmpty();
        assertThat(back.files()).isEqualTo(2);
        assertThat(back.bytes()).isEqualTo(2);
        assertThat(text(workspace.head(), "b")).isEqualTo("1");
        workspace.rollback(2, 3, CommitOptions.none());
        assertThat(workspace.diff(2, 4, 10)).isEmpty();
        workspace.rollback(0, 4, CommitOptions.none());
        assertThat(workspace.head().list(1)).isEmpty();
        assertCode("workspace-version-unknown", () -> workspace.rollback(99, 5, CommitOptions.none()));
    }

    @Test
    void a_tag_names_a_version_and_can_be_moved() throws Exception {
        workspace.change().write("a", bytes("1")).commit();
        workspace.change().write("a", bytes("2")).commit();

        workspace.tag("release", 1);
        assertThat(text(workspace.snapshot("release"), "a")).isEqualTo("1");
        workspace.tag("release", 2);
        assertThat(workspace.tags(10)).isEqualTo(Map.of("release", 2L));
        assertThat(workspace.untag("release")).isTrue();
        assertThat(workspace.untag("release")).isFalse();
        assertCode("workspace-version-unknown", () -> workspace.snapshot("release"));
        assertCode("workspace-version-unknown", () -> workspace.tag("release", 99));
    }

    @Test
    void lists_go_by_prefix_and_page() {
        var change = workspace.change();
        for (int i = 0; i < 25; i++) {
            change.write("folder/%02d".formatted(i), bytes("x"));
        }
        change.write("folder-2", bytes("x")).write("zebra", bytes("x")).commit();

        assertThat(workspace.head().list("folder/", "", 10)).hasSize(10);
        assertThat(workspace.head().list("folder/", "folder/19", 10))
                .extracting(WorkspaceFile::path)
                .containsExactly("folder/20", "folder/21", "folder/22", "folder/23", "folder/24");
        assertThatThrownBy(() -> workspace.head().list(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bytes_that_are_there_already_are_not_stored_again(TestDatabase database) {
        var bytes = new byte[700_000];
        workspace.change().write("a", bytes).write("b", bytes).commit();
        workspaces
                .open(WorkspaceName.of("another", "one"))
                .change()
                .write("c", bytes)
                .commit();

        assertThat(database.one("select count(*) from howdah.workspace_data", Long.class))
                .isEqualTo(2);
    }

    @Test
    void a_quota_is_kept_by_the_stream_and_by_the_commit() {
        workspaces.configure(NAME, WorkspaceOptions.standard().quotaBytes(1000).quotaFiles(2));

        assertCode("workspace-quota", () -> workspace.change().write("endless", new Endless()));
        assertCode(
                "workspace-quota",
                () -> workspace
                        .change()
                        .write("a", new byte[600])
                        .write("b", new byte[600])
                        .commit());
        assertCode(
                "workspace-quota",
                () -> workspace
                        .change()
                        .write("a", bytes("1"))
                        .write("b", bytes("1"))
                        .write("c", bytes("1"))
                        .commit());
        assertThat(workspace.info().head()).isZero();
        workspace.change().write("a", new byte[600]).commit();
        workspace.change().write("a", new byte[900]).write("b", new byte[100]).commit();
        assertThat(workspace.info().bytes()).isEqualTo(1000);
    }

    @Test
    void a_locked_workspace_takes_the_commits_of_whoever_locked_it_alone() {
        assertThat(workspace.tryLock("one", "ann, at noon")).isEmpty();
        assertThat(workspace.tryLock("one", "ann, at noon")).isEmpty();

        assertThat(workspace.tryLock("two", "bob")).hasValueSatisfying(holder -> {
            assertThat(holder.id()).isEqualTo("one");
            assertThat(holder.info()).isEqualTo("ann, at noon");
        });
        assertCode("workspace-locked", () -> workspace.change().commit());
        assertCode(
                "workspace-locked",
                () -> workspace.change().commit(CommitOptions.none().underLock("two")));
        assertThat(workspace
                        .change()
                        .write("a", bytes("1"))
                        .commit(CommitOptions.none().underLock("one"))
                        .number())
                .isEqualTo(1);
        assertThat(workspace.unlock("two")).isFalse();
        assertThat(workspace.unlock("one")).isTrue();
        assertCode(
                "workspace-locked",
                () -> workspace.change().commit(CommitOptions.none().underLock("one")));
        assertThat(workspace.change().commit().number()).isEqualTo(2);
    }

    @Test
    void workspaces_are_listed_by_name() {
        workspaces.open(WorkspaceName.of("shop", "test"));
        workspaces.open(WorkspaceName.of("blog", "test"));

        assertThat(workspaces.list(10))
                .extracting(info -> info.name().toString())
                .containsExactly("blog/test", "shop/production", "shop/test");
        assertThat(workspaces.list(NAME, 10))
                .extracting(info -> info.name().toString())
                .containsExactly("shop/test");
    }

    @Test
    void a_store_that_this_process_does_not_have_is_named() {
        assertCode(
                "workspace-store-unknown",
                () -> workspaces.open(WorkspaceName.of("a", "b"), WorkspaceOptions.standard(), "elsewhere"));
        assertCode("workspace-store-unknown", () -> workspaces.move(NAME, "elsewhere"));
    }

    private static final class Endless extends InputStream {
        @Override
        public int read() {
            return 1;
        }
    }

    static void assertCode(String code, ThrowingCallable call) {
        assertThatThrownBy(call).hasFieldOrPropertyWithValue("code", code);
    }

    static List<String> paths(Snapshot snapshot) {
        return snapshot.list(1000).stream().map(WorkspaceFile::path).toList();
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static InputStream stream(String text) {
        return new ByteArrayInputStream(bytes(text));
    }

    static String text(Snapshot snapshot, String path) throws IOException {
        try (var in = snapshot.read(path)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
