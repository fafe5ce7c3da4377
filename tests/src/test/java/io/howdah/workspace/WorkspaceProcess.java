// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.howdah.Howdah;
import io.howdah.internal.db.Db;
import io.howdah.internal.db.SchemaName;
import io.howdah.job.JobType;
import io.howdah.job.Retry;
import io.howdah.lock.LeaseOptions;
import io.howdah.test.TestDatabase;
import io.howdah.workspace.store.DirectoryChunkStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import javax.sql.DataSource;

/** A process that writes to a workspace, collects, or works in a checkout, until it is killed. */
final class WorkspaceProcess {
    static final WorkspaceName NAME = WorkspaceName.of("crash", "test");
    static final String STORE = "shared";
    static final int FILES = 5;
    static final JobType<String> BUILD =
            JobType.of("build", String.class).retry(Retry.fixed(Duration.ZERO).attempts(10));

    private WorkspaceProcess() {}

    static String[] arguments(TestDatabase database, String mode, Path directory) {
        return new String[] {
            database.jdbcUrl(), database.user(), database.password(), mode, directory.toString(),
        };
    }

    public static void main(String[] arguments) throws Exception {
        var dataSource = pool(arguments);
        var directory = Path.of(arguments[4]);
        switch (arguments[3]) {
            case "write" -> write(core(dataSource, directory), Long.parseLong(arguments[5]));
            case "collect" -> collect(core(dataSource, directory));
            default -> work(dataSource, arguments[3], directory);
        }
    }

    /** With a grace so short that the collector is at the heels of every writer. */
    static Core core(DataSource dataSource, Path directory) {
        var howdah = Howdah.open(dataSource);
        var core = Core.of(Db.of(dataSource, SchemaName.DEFAULT), howdah.locks(), Duration.ofMillis(200));
        core.stores().add(DirectoryChunkStore.open(STORE, directory));
        return core;
    }

    /** Every version has the same number in each of its files, and a large one whose bytes follow from it. */
    private static void write(Core core, long seed) {
        var random = new Random(seed);
        var workspace =
                new Workspaces(core).open(NAME, WorkspaceOptions.standard().keepVersions(3), STORE);
        while (true) {
            var number = random.nextInt(20);
            var change = workspace.change();
            for (int i = 0; i < FILES; i++) {
                change.write("file-" + i, Integer.toString(number).getBytes(StandardCharsets.UTF_8));
            }
            try {
                change.write("large", large(number)).commit();
                System.out.println("committed");
            } catch (StaleHeadException | WorkspaceException late) {
                System.out.println("again: " + late.getMessage());
            }
        }
    }

    static byte[] large(int number) {
        var bytes = new byte[300_000];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    private static void collect(Core core) {
        var sweeper = new Sweeper(core);
        while (true) {
            sweeper.tidy();
            sweeper.collect();
            System.out.println("collected");
        }
    }

    /** The first attempt commits, makes a mess and hangs; the second finds what was committed and ends the work. */
    private static void work(DataSource dataSource, String name, Path directory) throws Exception {
        var howdah = Howdah.builder(dataSource)
                .name(name)
                .beatEvery(Duration.ofMillis(500))
                .build();
        howdah.jobs().handle(BUILD, job -> {
            var workspace = howdah.workspaces().open(NAME);
            var lease = LeaseOptions.standard().ttl(Duration.ofSeconds(2));
            try (var checkout = workspace.checkout(directory.resolve(name), lease, Duration.ofSeconds(20))) {
                var log = checkout.directory().resolve("log");
                if (!Files.exists(log)) {
                    Files.writeString(log, "planned by " + name + "\n");
                    checkout.commit();
                    Files.writeString(log, "half applied");
                    Files.writeString(checkout.directory().resolve("mess"), "x");
                    System.out.println("hangs in attempt " + job.attempt());
                    Thread.currentThread().join();
                }
                Files.writeString(log, Files.readString(log) + "applied by " + name + "\n");
                checkout.commit();
            }
        });
        howdah.start();
        System.out.println("working");
        Thread.currentThread().join();
    }

    private static DataSource pool(String[] arguments) {
        var config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(10);
        return new HikariDataSource(config);
    }
}
