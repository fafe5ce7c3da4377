// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusalTest {

    @TempDir
    Path directory;

    @Test
    void a_taken_port_is_named_and_nothing_is_made() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refused(Postgres.in(directory).port(taken.getLocalPort()), "Port " + taken.getLocalPort(), "not free");

            assertThat(directory.resolve("data")).doesNotExist();
        }
        Postgres.in(directory).copied().start().close();
    }

    @Test
    void data_of_another_major_are_named_and_left_alone() throws Exception {
        Postgres.in(directory).copied().start().close();
        var file = directory.resolve("data/PG_VERSION");
        var major = Files.readString(file);
        Files.writeString(file, "14\n");

        refused(Postgres.in(directory), "was made by PostgreSQL 14", "this is PostgreSQL " + major.strip());

        Files.writeString(file, major);
        Postgres.in(directory).copied().start().close();
    }

    @Test
    void data_that_are_no_cluster_are_left_alone() throws Exception {
        Files.createDirectories(directory.resolve("data/photographs"));

        refused(Postgres.in(directory), "is not a data directory of PostgreSQL");
        assertThat(directory.resolve("data/photographs")).exists();
    }

    @Test
    void a_lost_password_is_named() throws Exception {
        Postgres.in(directory).copied().start().close();
        Files.delete(directory.resolve("password"));

        refused(Postgres.in(directory), "The password of postgres is missing", "Put it back");
    }

    @Test
    void a_file_is_no_directory() throws Exception {
        var file = Files.writeString(directory.resolve("file"), "");

        refused(Postgres.in(file), file + " is not a directory");
        refused(Postgres.in(file.resolve("below")), "cannot be used for PostgreSQL");
    }

    @Test
    void a_directory_that_a_shell_would_misread_is_refused() {
        refused(Postgres.in(directory.resolve("$(id)")), "without quotes");
    }

    @Test
    void a_directory_that_may_not_be_written_is_named() throws Exception {
        var closed = Files.createDirectory(directory.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-x------"));
        // Root may write everywhere, unless it gives its privileges up.
        var wrapper = Command.isRoot() ? new String[] {"unshare", "-U"} : new String[0];

        assertThat(ChildServer.firstLine(ChildServer.start(closed, wrapper)))
                .startsWith("refused The directory " + closed + " cannot be used")
                .contains("Make it writable");
    }

    @Test
    void an_initdb_that_fails_shows_its_last_words_and_leaves_nothing() throws Exception {
        // A limit on the size of files fails as a full disk does, in the middle of initdb.
        var child = ChildServer.start(directory, "sh", "-c", "ulimit -f 400; exec \"$@\"", "sh");

        assertThat(ChildServer.firstLine(child)).startsWith("refused PostgreSQL could not make its data directory");
        assertThat(child.inputReader().lines()).anyMatch(line -> line.contains("child process"));
        try (var left = Files.newDirectoryStream(directory, "data*")) {
            assertThat(left).isEmpty();
        }
        Postgres.in(directory).fast().start().close();
    }

    @Test
    void a_directory_in_use_by_this_process_is_refused_and_stays_locked() throws Exception {
        try (var first = Postgres.in(directory).copied().start()) {
            refused(
                    Postgres.in(directory),
                    "in use by this process (" + ProcessHandle.current().pid() + ")");

            assertThat(ChildServer.firstLine(ChildServer.start(directory)))
                    .contains("in use by process " + ProcessHandle.current().pid());
            assertThat(first.isRunning()).isTrue();
        }
    }

    @Test
    void a_directory_in_use_by_another_process_is_refused() throws Exception {
        var child = ChildServer.start(directory);
        assertThat(ChildServer.firstLine(child)).startsWith("ready");

        refused(Postgres.in(directory), "in use by process " + child.pid());

        child.getOutputStream().close();
        child.waitFor();
        Postgres.in(directory).copied().start().close();
    }

    @Test
    void a_setting_that_the_server_refuses_is_shown_and_the_directory_given_up() {
        refused(Postgres.in(directory).copied().setting("max_connections", "many"), "did not start", "max_connections");

        Postgres.in(directory).copied().start().close();
    }

    @Test
    void a_machine_without_user_namespaces_is_explained_to_root() {
        assertThatExceptionOfType(EmbeddedException.class)
                .isThrownBy(() -> Command.requireUserNamespaces(List.of("unshare", "--no-such-option")))
                .withMessageContaining("does not let root start an unprivileged server")
                .withMessageContaining("unshare --no-such-option true")
                .withMessageContaining("ordinary user");
    }

    private static void refused(Postgres.Builder builder, String... parts) {
        assertThatExceptionOfType(EmbeddedException.class)
                .isThrownBy(builder::start)
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }
}
