// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import static io.howdah.workspace.WorkspacesTest.assertCode;
import static io.howdah.workspace.WorkspacesTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.test.HowdahTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@HowdahTest
class FilePathTest {
    private Workspace workspace;

    @BeforeEach
    void open(Howdah howdah) {
        workspace = howdah.workspaces().open(WorkspaceName.of("shop", "test"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/etc/passwd",
                "a/",
                "a//b",
                ".",
                "..",
                "../a",
                "a/../b",
                "a/./b",
                "a/..",
                "a\\b",
                "C:\\a",
                "a\0b",
                "a\nb",
                "\ud800",
                ".howdah-checkout",
                ".HOWDAH-checkout"
            })
    void a_path_that_could_leave_a_directory_is_refused(String path) {
        var change = workspace.change();

        assertCode("workspace-path-invalid", () -> change.write(path, bytes("x")));
        assertCode("workspace-path-invalid", () -> change.delete(path));
        assertCode("workspace-path-invalid", () -> workspace.head().read(path));
    }

    @Test
    void names_and_paths_have_a_longest_length() {
        var change = workspace.change();

        assertCode("workspace-path-invalid", () -> change.write("a".repeat(256), bytes("x")));
        assertCode("workspace-path-invalid", () -> change.write("ä".repeat(128), bytes("x")));
        assertCode("workspace-path-invalid", () -> change.write("abc/".repeat(250) + "d", bytes("x")));
        change.write("a".repeat(255), bytes("x"))
                .write("abc/".repeat(249) + "abcd", bytes("x"))
                .commit();
        assertThat(workspace.info().files()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"README,readme", "a/B,A/c", "a,a/b", "A,a/b", "a/b/c,a/B", "straße,STRASSE", "\u00e9,e\u0301"})
    void files_that_some_file_system_takes_for_one_collide_whichever_comes_first(String one, String other) {
        assertCode(
                "workspace-path-collision",
                () -> workspace
                        .change()
                        .write(one, bytes("1"))
                        .write(other, bytes("2"))
                        .commit());
        workspace.change().write(one, bytes("1")).commit();
        assertCode(
                "workspace-path-collision",
                () -> workspace.change().write(other, bytes("2")).commit());
        workspace.change().delete(one).write(other, bytes("2")).commit();
        assertCode(
                "workspace-path-collision",
                () -> workspace.change().write(one, bytes("1")).commit());

        assertThat(WorkspacesTest.paths(workspace.head())).containsExactly(other);
    }

    @Test
    void neighbours_that_only_look_alike_do_not_collide() {
        workspace
                .change()
                .write("a", bytes("1"))
                .write("a-b/c", bytes("1"))
                .write("a.txt", bytes("1"))
                .write("ab/c", bytes("1"))
                .commit();
        workspace.change().write("a0", bytes("1")).write("ab/d", bytes("1")).commit();

        assertThat(workspace.info().files()).isEqualTo(6);
    }

    @Test
    void a_rename_in_case_alone_is_no_collision() {
        workspace.change().write("readme", bytes("1")).commit();
        workspace.change().rename("readme", "README").commit();

        assertThat(WorkspacesTest.paths(workspace.head())).containsExactly("README");
    }

    @Test
    void names_of_workspaces_and_tags_are_plain() {
        assertThatThrownBy(() -> WorkspaceName.of("../etc", "test")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WorkspaceName.of("a", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WorkspaceName.of("a", "x".repeat(101))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> workspace.tag("a b", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WorkspaceOptions.standard().quotaBytes(0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
