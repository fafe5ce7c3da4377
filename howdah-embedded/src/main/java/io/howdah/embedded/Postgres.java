// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A PostgreSQL server that runs in a directory of its own and listens on 127.0.0.1 alone.
 *
 * <p>It is durable unless told otherwise: what it has acknowledged survives {@code kill -9} and a power failure. It is
 * a process of its own, in a session of its own: it does not see a Ctrl-C meant for this one, and it goes on when this
 * one is killed. The next start in the same directory stops such an orphan and takes its data over. One process at a
 * time has the directory. Thread-safe.
 */
public final class Postgres implements AutoCloseable {

    private static final Duration SHARED_MEMORY_LIMIT = Duration.ofSeconds(15);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

    private final Path directory;
    private final DirectoryLock lock;
    private final Cluster cluster;
    private final Postmaster postmaster;
    private final Map<String, String> settings;
    private volatile int port;
    private volatile long pid;
    private boolean closed;

    private Postgres(
            Path directory, DirectoryLock lock, Cluster cluster, Postmaster postmaster, Map<String, String> set) {
        this.directory = directory;
        this.lock = lock;
        this.cluster = cluster;
        this.postmaster = postmaster;
        this.settings = new LinkedHashMap<>(set);
    }

    /**
     * A server that keeps everything in {@code directory}, which is created if it is absent: the cluster in
     * {@code data}, the superuser's password in {@code password}, what the server logs in {@code postgres.log}.
     */
    public static Builder in(Path directory) {
        return new Builder(directory);
    }

    private static Postgres open(Path directory, DirectoryLock lock, Builder wanted) throws IOException {
        var opened = false;
        try {
            var binaries = Binaries.unpacked();
            var postmaster = new Postmaster(binaries, directory.resolve("data"), directory.resolve("postgres.log"));
            postmaster.clearOrphan();
            if (wanted.wantedPort != 0) {
                Ports.requireFree(wanted.wantedPort);
            }
            var cluster = Cluster.in(directory, binaries, wanted.maker());
            var postgres = new Postgres(directory, lock, cluster, postmaster, wanted.settings());
            postgres.launch(wanted.wantedPort);
            opened = true;
            return postgres;
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    /** The port on 127.0.0.1; the same after a {@link #restart}. */
    public int port() {
        return port;
    }

    /** The pid of the server's first process, the one whose end is the end of the server. */
    public long pid() {
        return pid;
    }

    public Path directory() {
        return directory;
    }

    /** The server's version, such as {@code 18.6}. */
    public String version() {
        return postmaster.binaries().version();
    }

    /** The name of the superuser. */
    public String user() {
        return Cluster.SUPERUSER;
    }

    /** The superuser's password. */
    public String password() {
        return cluster.password();
    }

    /** A URL for JDBC, without user and password. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://" + Ports.LOOPBACK + ":" + port + "/" + encoded(database);
    }

    /** A URL that psql and libpq take. */
    public String psqlUrl(String user, String password, String database) {
        return "postgresql://" + encoded(user) + ":" + encoded(password) + "@" + Ports.LOOPBACK + ":" + port + "/"
                + encoded(database);
    }

    public boolean isRunning() {
        return postmaster.isOurs(pid);
    }

    /** Completes when the server that runs now has ended, whether it was stopped or crashed. */
    public CompletableFuture<Void> onExit() {
        return Processes.onExit(pid);
    }

    /** Starts the server again on its port: after a crash, after a {@link #stop}, or instead of the running one. */
    public synchronized void restart() {
        if (closed) {
            throw new IllegalStateException("The PostgreSQL in " + directory + " is closed.");
        }
        unchecked(() -> {
            end();
            postmaster.clearOrphan();
            Ports.requireFree(port);
            launch(port);
        });
    }

    /** Stops the server: sessions are broken off, what they have not committed is rolled back. */
    public synchronized void stop() {
        unchecked(this::end);
    }

    /** Kills the server with SIGKILL, as a crash would. */
    public synchronized void kill() {
        if (isRunning()) {
            Processes.kill(pid);
        }
    }

    /** Stops the server and gives the directory up. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        unchecked(() -> {
            try (lock) {
                end();
            }
            closed = true;
        });
    }

    private void end() throws IOException {
        postmaster.stop();
        if (isRunning()) {
            // Its directory was deleted under it: there is nothing left that a gentler end could save.
            Processes.kill(pid);
        }
    }

    private void launch(int wantedPort) throws IOException {
        var deadline = System.nanoTime() + SHARED_MEMORY_LIMIT.toNanos();
        while (true) {
            port = wantedPort == 0 ? Ports.free() : wantedPort;
            settings.put("port", Integer.toString(port));
            var attempt = postmaster.start(settings);
            if (attempt.pid().isPresent()) {
                pid = attempt.pid().getAsLong();
                return;
            }
            if (!isPassing(attempt, wantedPort) || System.nanoTime() > deadline) {
                throw new EmbeddedException(
                        "PostgreSQL did not start in " + directory + "; it said:" + Command.tail(attempt.logged()));
            }
            Processes.pause(RETRY_PAUSE);
        }
    }

    /** Whether the failure is one of a moment: sessions of a killed server still ending, a free port just taken. */
    private static boolean isPassing(Postmaster.Attempt attempt, int wantedPort) {
        return attempt.logged().contains("pre-existing shared memory block")
                || (wantedPort == 0 && attempt.logged().contains("could not bind"));
    }

    private void unchecked(Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new EmbeddedException("The PostgreSQL in " + directory + " could not be handled: " + e + ".", e);
        }
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, UTF_8).replace("+", "%20");
    }

    private interface Action {
        void run() throws IOException;
    }

    /** What is wanted of a server before it starts. */
    public static final class Builder {

        private static final String NOT_FOR_A_SHELL = "\"$`\\\n";

        private final Path wantedDirectory;
        private final Map<String, String> ownSettings = new LinkedHashMap<>();
        private int wantedPort;
        private boolean durable = true;
        private boolean copied;

        private Builder(Path directory) {
            this.wantedDirectory = directory;
        }

        /** The port on 127.0.0.1; 0, the default, is any free one. */
        public Builder port(int port) {
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("port " + port + " is not between 0 and 65535");
            }
            this.wantedPort = port;
            return this;
        }

        /** What is acknowledged survives a power failure: the default. */
        public Builder durable() {
            this.durable = true;
            this.copied = false;
            return this;
        }

        /**
         * Nothing waits for the disk, and a new cluster takes passwords as they are sent instead of having them proven:
         * for tests, which can lose everything and connect all the time.
         */
        public Builder fast() {
            this.durable = false;
            return this;
        }

        /**
         * Fast, and a new cluster is a copy of one that was made for this user before. All copies have the same
         * password and the same system identifier.
         */
        public Builder copied() {
            this.copied = true;
            return fast();
        }

        /** A setting of the server, such as {@code max_connections}; it wins over the configuration files. */
        public Builder setting(String name, String value) {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_.]*")) {
                throw new IllegalArgumentException("\"" + name + "\" is not a name of a PostgreSQL setting");
            }
            ownSettings.put(name, value);
            return this;
        }

        /** Starts the server and waits until it answers. */
        public Postgres start() {
            var asked = wantedDirectory.toAbsolutePath();
            if (Files.exists(asked) && !Files.isDirectory(asked)) {
                throw new EmbeddedException(asked + " is not a directory. Choose another one for PostgreSQL.");
            }
            if (asked.toString().chars().anyMatch(character -> NOT_FOR_A_SHELL.indexOf(character) >= 0)) {
                throw new EmbeddedException("PostgreSQL cannot run in " + asked
                        + ": choose a directory without quotes, dollars, backticks and backslashes in its name.");
            }
            try {
                var directory = Files.createDirectories(asked).toRealPath();
                return open(directory, DirectoryLock.take(directory), this);
            } catch (IOException e) {
                throw new EmbeddedException(
                        "The directory " + asked + " cannot be used for PostgreSQL: " + e
                                + ". Make it writable for this user, or choose another one.",
                        e);
            }
        }

        private Cluster.Maker maker() {
            if (copied) {
                return Pristine::copyTo;
            }
            return durable ? Cluster::makeDurable : Cluster::makeFast;
        }

        private Map<String, String> settings() {
            var all = new LinkedHashMap<String, String>();
            for (var name : List.of("fsync", "synchronous_commit", "full_page_writes")) {
                all.put(name, durable ? "on" : "off");
            }
            all.putAll(ownSettings);
            all.put("listen_addresses", Ports.LOOPBACK);
            // The path of a socket may not be longer than 107 bytes; the directory's may.
            all.put("unix_socket_directories", "");
            return all;
        }
    }
}
