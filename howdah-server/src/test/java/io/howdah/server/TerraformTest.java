// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.server.account.Keys;
import io.howdah.test.HowdahTest;
import io.howdah.test.TestDatabase;
import io.howdah.web.access.Role;
import io.howdah.workspace.CommitOptions;
import io.howdah.workspace.WorkspaceName;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Terraform, where there is one on the PATH, with its state in a replica. */
@HowdahTest
class TerraformTest {
    private static final WorkspaceName NAME = WorkspaceName.of("shop", "production");

    private final TestDatabase database;
    private final Replica replica;
    private final Web web = Web.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

    @TempDir
    Path directory;

    private String key = "";

    TerraformTest(TestDatabase database) {
        this.database = database;
        this.replica = Replica.open(
                DatabaseAddress.of(database.jdbcUrl(), database.user(), database.password()),
                "howdah",
                "one",
                Duration.ofSeconds(5));
    }

    @BeforeEach
    void serve() throws Exception {
        assumeTrue(terraform().isPresent(), "no terraform on the PATH");
        web.serve(replica, Web.Trust.NOBODY);
        replica.start();
        key = new Keys(Db.of(database.dataSource(), SchemaName.DEFAULT))
                .create("terraform", Role.OPERATOR, "ada", Optional.empty());
        write("first");
    }

    @AfterEach
    void close() {
        web.close();
        replica.close();
    }

    @Test
    void a_real_terraform_keeps_its_state_here_is_refused_while_it_is_locked_and_unlocks_by_force() throws Exception {
        assertThat(run("init")).contains("Successfully configured the backend");
        assertThat(run("apply", "-auto-approve")).contains("1 added");
        assertThat(run("show")).contains("first");
        write("second");
        assertThat(run("apply", "-auto-approve")).contains("1 changed");
        var workspace = replica.howdah().workspaces().open(NAME);
        assertThat(workspace.history(10).getFirst().author()).startsWith("key ");

        workspace.tryLock("another", "{\"ID\":\"another\",\"Who\":\"bob@elsewhere\",\"Operation\":\"apply\"}");
        assertThat(run("plan")).contains("Error acquiring the state lock", "already locked: ID=another");
        assertThat(run("force-unlock", "-force", "another")).contains("successfully unlocked");
        assertThat(run("plan")).contains("No changes");

        var first = workspace.history(10).get(1).number();
        workspace.rollback(first, workspace.info().head(), CommitOptions.none());
        assertThat(run("show")).contains("first");
        key = "hwd_aaaaaaaa_" + "a".repeat(43);
        assertThat(run("plan")).contains("requires auth");
    }

    private void write(String text) throws IOException {
        var address = "http://127.0.0.1:" + web.port() + "/api/terraform/" + NAME;
        Files.writeString(
                directory.resolve("main.tf"), """
            terraform {
              backend "http" {
                address        = "ADDRESS"
                lock_address   = "ADDRESS"
                unlock_address = "ADDRESS"
                username       = "terraform"
              }
            }
            resource "terraform_data" "text" {
              input = "TEXT"
            }
            """.replace("ADDRESS", address).replace("TEXT", text));
    }

    /** What it wrote, whether or not it succeeded. */
    private String run(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(terraform().orElseThrow().toString()));
        command.add(arguments[0]);
        command.add("-no-color");
        command.addAll(List.of(arguments).subList(1, arguments.length));
        var output = directory.resolve("output");
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("TF_HTTP_PASSWORD", key);
        builder.environment().put("TF_IN_AUTOMATION", "1");
        builder.environment().put("TF_INPUT", "0");
        builder.environment().put("CHECKPOINT_DISABLE", "1");
        var process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    private static Optional<Path> terraform() {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "terraform"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
