// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Keys;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of workspaces, against a replica. */
@HowdahTest
class WorkspaceCommandTest {
    private static final String SHOP = "shop/production";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final Replica replica;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final String key;

    @SuppressWarnings("NullAway.Init")
    private Commands commands;

    WorkspaceCommandTest(TestDatabase database) {
        var address = DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password());
        this.replica = Replica.open(address, "howdah", "one", Duration.ofSeconds(5));
        this.key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("cli", Role.OPERATOR, "test", Optional.empty());
    }

    @BeforeEach
    void serve() {
        var store = directory.resolve("store");
        replica.use(
                WorkspaceSettings.from(
                        Map.of("HOWDAH_WORKSPACE_STORE", "directory", "HOWDAH_WORKSPACE_DIRECTORY", store.toString())),
                true);
        web.serve(replica, Web.Trust.NOBODY);
        commands = Commands.on(web, key);
    }

    @AfterEach
    void close() {
        replica.close();
        web.close();
    }

    @Test
    void files_are_put_read_renamed_and_taken_away() throws Exception {
        var file = Files.writeString(directory.resolve("main.tf"), "one\ntwo\n");
        assertThat(run(0, "workspaces", "create", SHOP, "--quota-files", "3"))
                .containsExactly("shop/production is at version 0, its bytes in directory");
        assertThat(run(0, "workspaces", "put", SHOP, file.toString(), "-m", "first"))
                .containsExactly("version 1");
        assertThat(run(0, "workspaces", "put", SHOP, file.toString(), "a b/c", "--if-head", "1"))
                .containsExactly("version 2");
        assertThat(run(4, "workspaces", "put", SHOP, file.toString(), "--if-head", "1"))
                .singleElement()
                .asString()
                .contains("workspace-stale-head");

        assertThat(runApart(0, "workspaces", "cat", SHOP, "a b/c")).containsExactly("one", "two");
        run(0, "workspaces", "get", SHOP, "main.tf", directory.resolve("copy").toString(), "--at", "1");
        assertThat(directory.resolve("copy")).hasContent("one\ntwo\n");
        assertThat(run(0, "workspaces", "mv", SHOP, "a b/c", "d")).containsExactly("version 3");
        assertThat(run(0, "workspaces", "rm", SHOP, "d")).containsExactly("version 4");
        assertThat(run(0, "workspaces", "ls", SHOP, "-o", "csv"))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("main.tf,8,");
        assertThat(run(3, "workspaces", "cat", SHOP, "d"))
                .singleElement()
                .asString()
                .contains("no file");
        assertThat(run(0, "workspaces")).last().asString().contains("shop", "production", "directory");
        assertThat(run(2, "workspaces", "ls", "shop"))
                .singleElement()
                .asString()
                .contains("APPLICATION/ENVIRONMENT");
    }

    @Test
    void versions_are_listed_compared_tagged_and_gone_back_to() throws Exception {
        var file = Files.writeString(directory.resolve("a"), "one");
        run(0, "workspaces", "create", SHOP);
        run(0, "workspaces", "put", SHOP, file.toString());
        Files.writeString(file, "three");
        run(0, "workspaces", "put", SHOP, file.toString(), "-m", "other");

        assertThat(run(0, "workspaces", "history", SHOP))
                .hasSize(4)
                .element(1)
                .asString()
                .contains("other");
        assertThat(run(0, "workspaces", "diff", SHOP, "1", "2", "-o", "csv"))
                .containsExactly("PATH,BEFORE,AFTER", "a,3,5");
        assertThat(run(0, "workspaces", "tag", SHOP, "good", "1")).containsExactly("good is version 1");
        assertThat(run(0, "workspaces", "rollback", SHOP, "good")).containsExactly("version 3");
        assertThat(runApart(0, "workspaces", "cat", SHOP, "a")).containsExactly("one");
        assertThat(run(0, "workspaces", "move", SHOP, "postgresql"))
                .containsExactly(SHOP + " has its bytes in postgresql");
        assertThat(runApart(0, "workspaces", "cat", SHOP, "a")).containsExactly("one");
        assertThat(run(0, "workspaces", "tag", SHOP, "good", "--remove")).containsExactly("removed");
    }

    @Test
    void a_checkout_is_worked_in_and_committed_unless_somebody_was_faster() throws Exception {
        var program = Files.writeString(directory.resolve("run.sh"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        run(0, "workspaces", "create", SHOP);
        run(0, "workspaces", "put", SHOP, program.toString(), "bin/run.sh");
        var work = directory.resolve("work");

        assertThat(run(0, "workspaces", "checkout", SHOP, work.toString())).containsExactly("1 file of version 1");
        assertThat(work.resolve("bin/run.sh")).hasContent("#!/bin/sh\n").isExecutable();
        Files.delete(work.resolve("bin/run.sh"));
        Files.writeString(work.resolve("new"), "content");
        assertThat(run(0, "workspaces", "commit", work.toString(), "-m", "by hand"))
                .containsExactly("version 2");
        assertThat(run(0, "workspaces", "ls", SHOP))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("new");

        assertThat(run(4, "workspaces", "checkout", SHOP, work.toString()))
                .singleElement()
                .asString()
                .contains("is not empty");
        run(0, "workspaces", "rm", SHOP, "new");
        assertThat(run(4, "workspaces", "commit", work.toString()))
                .singleElement()
                .asString()
                .contains("workspace-stale-head");
        Files.createSymbolicLink(work.resolve("link"), Path.of("/etc/passwd"));
        assertThat(run(4, "workspaces", "commit", work.toString()))
                .singleElement()
                .asString()
                .contains("is a link");
        assertThat(run(2, "workspaces", "commit", directory.toString()))
                .singleElement()
                .asString()
                .contains("is no checkout");
    }

    private List<String> run(int expected, String... arguments) {
        return commands.run(expected, arguments);
    }

    /** What is written to the standard output byte by byte is seen by whoever starts a process. */
    private List<String> runApart(int expected, String... arguments) {
        return commands.runApart(expected, arguments);
    }
}
