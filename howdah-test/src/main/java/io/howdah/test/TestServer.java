// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import io.howdah.Schema;
import io.howdah.embedded.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The one PostgreSQL server that the tests of this JVM share. A template database is migrated once, and every test
 * class gets a copy of it, which takes a few milliseconds.
 */
final class TestServer {
    private static final String GIVEN = "HOWDAH_TEST_URL";

    private static @Nullable TestServer running;

    private final TestAddress address;
    private final String template = "howdah_template_" + ProcessHandle.current().pid();
    private final AtomicInteger databases = new AtomicInteger();

    private TestServer(TestAddress address) {
        this.address = address;
    }

    static synchronized TestServer running() {
        if (running == null) {
            var given = System.getenv(GIVEN);
            var server = new TestServer(given == null ? embedded() : TestAddress.parse(given));
            server.createTemplate();
            running = server;
        }
        return running;
    }

    TestDatabase createDatabase() {
        var name = template + "_" + databases.incrementAndGet();
        // File by file it takes half as long where nobody waits for a disk; elsewhere it makes a checkpoint.
        var strategy = isOurs() ? " strategy file_copy" : "";
        execute("create database " + name + " template " + template + strategy);
        return new TestDatabase(this, address.database(name));
    }

    /** Whether it was started for this JVM, and ends with it. */
    boolean isOurs() {
        return System.getenv(GIVEN) == null;
    }

    List<String> databases() {
        try (var connection = address.dataSource("howdah-test").getConnection()) {
            return TestSql.query(connection, "select datname::text from pg_database").stream()
                    .map(row -> String.valueOf(row.getFirst()))
                    .toList();
        } catch (SQLException failure) {
            throw new AssertionError("the databases could not be listed", failure);
        }
    }

    void dropDatabase(String name) {
        execute("drop database if exists " + name + " with (force)");
    }

    private void createTemplate() {
        execute("create database " + template);
        var dataSource = address.database(template).dataSource("howdah-test");
        Schema.on(dataSource).migrate();
        TestClock.install(dataSource);
        if (!isOurs()) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> dropDatabase(template)));
        }
    }

    private void execute(String sql) {
        TestSql.execute(address.dataSource("howdah-test"), sql);
    }

    private static TestAddress embedded() {
        try {
            var directory = Scratch.directory();
            var postgres = Postgres.in(directory)
                    .copied()
                    .setting("max_connections", "300")
                    .setting("max_prepared_transactions", "50")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                postgres.close();
                delete(directory);
            }));
            return new TestAddress(postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
        } catch (IOException failure) {
            throw new UncheckedIOException("no temporary directory for PostgreSQL could be made", failure);
        }
    }

    private static void delete(Path directory) {
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
