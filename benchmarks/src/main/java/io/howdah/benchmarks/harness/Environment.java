// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The machine, the server and the code that figures belong to. */
record Environment(
        int cores,
        long memoryBytes,
        String os,
        String jdk,
        String postgres,
        Map<String, String> settings,
        Optional<Duration> syncTime,
        boolean checkpoints,
        String commit) {

    private static final List<String> SETTINGS = List.of(
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "wal_sync_method",
            "synchronous_standby_names",
            "shared_buffers",
            "max_connections",
            "max_wal_size",
            "checkpoint_timeout",
            "autovacuum");

    static Environment of(Server server) throws SQLException, InterruptedException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Environment(
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vendor") + " " + Runtime.version(),
                setting(server.connection(), "server_version"),
                settings(server.connection()),
                server.syncTime(),
                server.mayCheckpoint(),
                gitCommit());
    }

    /** Whether a commit that was acknowledged survives a power failure: without it figures mean nothing. */
    boolean isDurable() {
        return "on".equals(settings.get("fsync")) && !"off".equals(settings.get("synchronous_commit"));
    }

    private static Map<String, String> settings(Connection connection) throws SQLException {
        var settings = new LinkedHashMap<String, String>();
        for (String name : SETTINGS) {
            settings.put(name, setting(connection, name));
        }
        return settings;
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (var statement = connection.prepareStatement("select current_setting(?)")) {
            statement.setString(1, name);
            try (var row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    /** The commit of the clone that this code was built in, wherever it is called from. */
    private static String gitCommit() throws InterruptedException {
        try {
            Path code = Path.of(URI.create(Environment.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()));
            Path folder = Files.isDirectory(code) ? code : code.resolveSibling(".");
            var git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String described = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? described : "unknown";
        } catch (IOException noGit) {
            return "unknown";
        }
    }
}
