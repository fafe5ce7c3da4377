// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.Howdah;
import io.howdah.benchmarks.harness.Database;
import io.howdah.benchmarks.harness.ServerProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/** {@code howdah serve} on a database, listening on this machine only. */
public final class ReplicaProcess implements AutoCloseable {
    private static final String KEY_ID = "benchkey";
    private static final int SECRET = 43;

    private final ServerProcess server;
    private final String key;

    private ReplicaProcess(ServerProcess server, String key) {
        this.server = server;
        this.key = key;
    }

    /** The launcher says where it is. */
    public static Optional<Path> jar() {
        return Optional.ofNullable(System.getProperty("howdah.server.jar"))
                .map(Path::of)
                .filter(Files::isReadable);
    }

    /** A process that runs the server's command with these arguments, and knows nothing of settings around it. */
    public static ProcessBuilder command(String... arguments) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(java, "-jar", jar().orElseThrow().toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeIf(name -> name.startsWith("HOWDAH_"));
        return builder;
    }

    /**
     * Starts one, on the schema that it needs.
     *
     * @param role what the key that it is asked with may do
     */
    public static ReplicaProcess on(Database database, String role)
            throws IOException, SQLException, InterruptedException {
        var secret =
                (UUID.randomUUID() + "" + UUID.randomUUID()).replace("-", "").substring(0, SECRET);
        migrate(database);
        addKey(database, secret, role);
        var server = ServerProcess.start(
                "replica",
                port -> {
                    var command = command("serve", "--port", Integer.toString(port));
                    command.environment().put("HOWDAH_DATABASE_URL", database.url());
                    command.environment().put("HOWDAH_DATABASE_USER", database.user());
                    command.environment().put("HOWDAH_DATABASE_PASSWORD", database.password());
                    return command;
                },
                ReplicaProcess::isReady);
        return new ReplicaProcess(server, "hwd_" + KEY_ID + "_" + secret);
    }

    public int port() {
        return server.port();
    }

    public String key() {
        return key;
    }

    public static void migrate(Database database) {
        var source = new PGSimpleDataSource();
        source.setUrl(database.url());
        source.setUser(database.user());
        source.setPassword(database.password());
        try (var howdah = Howdah.open(source)) {
            howdah.migrate();
        }
    }

    /** As the server itself keeps keys: nobody could be asked to make one. */
    private static void addKey(Database database, String secret, String role) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.prepareStatement("""
                        insert into howdah.api_key (id, secret_hash, name, role, created_by)
                        values (?, ?, 'benchmark', ?, 'benchmark')
                        """)) {
            statement.setString(1, KEY_ID);
            statement.setBytes(2, MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8)));
            statement.setString(3, role);
            statement.executeUpdate();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean isReady(int port) {
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

    @Override
    public void close() throws IOException {
        server.close();
    }
}
