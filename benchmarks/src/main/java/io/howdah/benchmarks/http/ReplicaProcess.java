// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Database;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/** {@code howdah serve} on the trial's database, listening on this machine only. */
final class ReplicaProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final String KEY_ID = "benchkey";
    private static final int SECRET = 43;

    private final Process process;
    private final Path log;
    private final int port;
    private final String key;

    private ReplicaProcess(Process process, Path log, int port, String key) {
        this.process = process;
        this.log = log;
        this.port = port;
        this.key = key;
        // A run that is broken off leaves nothing behind.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-of-replica"));
    }

    /** The launcher says where it is. */
    static Optional<Path> jar() {
        return Optional.ofNullable(System.getProperty("howdah.server.jar"))
                .map(Path::of)
                .filter(Files::isReadable);
    }

    static ReplicaProcess on(Database database) throws IOException, SQLException, InterruptedException {
        var secret =
                (UUID.randomUUID() + "" + UUID.randomUUID()).replace("-", "").substring(0, SECRET);
        migrate(database);
        addKey(database, secret);
        var log = Files.createTempFile("howdah-bench-replica-", ".log");
        var port = freePort();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                        java, "-jar", jar().orElseThrow().toString(), "serve", "--port", Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOWDAH_"));
        builder.environment().put("HOWDAH_DATABASE_URL", database.url());
        builder.environment().put("HOWDAH_DATABASE_USER", database.user());
        builder.environment().put("HOWDAH_DATABASE_PASSWORD", database.password());
        var replica = new ReplicaProcess(builder.start(), log, port, "hwd_" + KEY_ID + "_" + secret);
        replica.awaitReady();
        return replica;
    }

    int port() {
        return port;
    }

    String key() {
        return key;
    }

    private static void migrate(Database database) {
        var source = new PGSimpleDataSource();
        source.setUrl(database.url());
        source.setUser(database.user());
        source.setPassword(database.password());
        try (var howdah = Howdah.open(source)) {
            howdah.migrate();
        }
    }

    /** As the server itself keeps keys: nobody could be asked to make one. */
    private static void addKey(Database database, String secret) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.prepareStatement("""
                        insert into howdah.api_key (id, secret_hash, name, role, created_by)
                        values (?, ?, 'benchmark', 'operator', 'benchmark')
                        """)) {
            statement.setString(1, KEY_ID);
            statement.setBytes(2, MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8)));
            statement.executeUpdate();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        var deadline = System.nanoTime() + START.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                var said = Files.readString(log);
                close();
                throw new IOException("The replica did not start: " + said);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean isReady() {
        try {
            var connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/health/ready")
                    .toURL()
                    .openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(5_000);
            return connection.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(log);
    }
}
