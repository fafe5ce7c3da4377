// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL database cluster on disk: its data directory and its superuser's password. */
record Cluster(Path data, String password) {

    static final String SUPERUSER = "postgres";

    private static final Logger log = LoggerFactory.getLogger(Cluster.class);
    private static final Duration INITDB_LIMIT = Duration.ofMinutes(5);
    private static final int PASSWORD_BYTES = 24;
    private static final String UNFINISHED = "data.new.";

    /** The cluster in {@code directory}; if there is none, {@code maker} makes one first. */
    static Cluster in(Path directory, Binaries binaries, Maker maker) throws IOException {
        removeUnfinished(directory);
        var data = directory.resolve("data");
        if (Files.exists(data)) {
            requireMajor(data, binaries);
        } else {
            maker.make(directory, binaries);
        }
        return new Cluster(data, readPassword(directory));
    }

    /** Makes a cluster and its password in a directory that has none. */
    @FunctionalInterface
    interface Maker {
        void make(Path directory, Binaries binaries) throws IOException;
    }

    private static void requireMajor(Path data, Binaries binaries) throws IOException {
        var file = data.resolve("PG_VERSION");
        if (!Files.exists(file)) {
            throw new EmbeddedException(data + " is not a data directory of PostgreSQL: it holds no PG_VERSION."
                    + " Choose another directory, or move it away.");
        }
        var found = Files.readString(file).strip();
        if (!found.equals(Integer.toString(binaries.major()))) {
            throw new EmbeddedException(data + " was made by PostgreSQL " + found + ", but this is PostgreSQL "
                    + binaries.version() + ", which cannot read it. Choose another directory, or carry the data over"
                    + " with pg_dump of PostgreSQL " + found + ". Nothing was changed.");
        }
    }

    /** By initdb, so that it outlasts a power failure. */
    static void makeDurable(Path directory, Binaries binaries) throws IOException {
        initialize(directory, binaries, List.of("--auth=scram-sha-256"));
        Trees.sync(directory);
    }

    /** By initdb, for tests: they connect so often that proving a password would take them longer than all else. */
    static void makeFast(Path directory, Binaries binaries) throws IOException {
        initialize(
                directory,
                binaries,
                binaries.major() >= 16
                        ? List.of("--auth=password", "--no-sync", "--set=scram_iterations=1")
                        : List.of("--auth=password", "--no-sync"));
    }

    /** Makes the cluster under another name and renames it, so that only a whole one is ever called {@code data}. */
    private static void initialize(Path directory, Binaries binaries, List<String> choices) throws IOException {
        var passwordFile = ensurePassword(directory);
        var unfinished = Files.createTempDirectory(directory, UNFINISHED);
        var arguments = new ArrayList<>(List.of(
                binaries.program("initdb"),
                "--pgdata=" + unfinished,
                "--username=" + SUPERUSER,
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--locale=C",
                "--data-checksums"));
        if (binaries.major() >= 17) {
            arguments.add("--locale-provider=builtin");
            arguments.add("--builtin-locale=C.UTF-8");
        }
        arguments.addAll(choices);
        var initdb = Command.runUnprivileged(INITDB_LIMIT, arguments);
        if (!initdb.succeeded()) {
            removeUnfinished(directory);
            throw new EmbeddedException(
                    "PostgreSQL could not make its data directory in " + directory + "; initdb said:" + initdb.tail());
        }
        Files.move(unfinished, directory.resolve("data"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Copies a cluster that does not run, with its password; whole or not at all, too. */
    static void copy(Path from, Path to) throws IOException {
        var password = "password";
        Files.copy(
                from.resolve(password),
                to.resolve(password),
                StandardCopyOption.COPY_ATTRIBUTES,
                StandardCopyOption.REPLACE_EXISTING);
        var unfinished = Files.createTempDirectory(to, UNFINISHED);
        Trees.copy(from.resolve("data"), unfinished);
        Files.move(unfinished, to.resolve("data"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void removeUnfinished(Path directory) throws IOException {
        try (var leftovers = Files.newDirectoryStream(directory, UNFINISHED + "*")) {
            for (var leftover : leftovers) {
                try {
                    Trees.delete(leftover);
                } catch (IOException e) {
                    // An initdb whose starter was killed may still be writing there; the next start finds it at rest.
                    log.warn("could not remove {}, left by an unfinished initdb: {}", leftover, e.toString());
                }
            }
        }
    }

    /** Keeps a password that an interrupted start has left: whatever the file holds is what initdb sets. */
    private static Path ensurePassword(Path directory) throws IOException {
        var file = directory.resolve("password");
        if (Files.exists(file) && !readPassword(directory).isEmpty()) {
            return file;
        }
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        var random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        var password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        Files.writeString(file, password + "\n", StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        return file;
    }

    private static String readPassword(Path directory) throws IOException {
        var file = directory.resolve("password");
        if (!Files.exists(file)) {
            throw new EmbeddedException("The password of " + SUPERUSER + " is missing: there is no " + file
                    + ". Put it back, or choose another directory.");
        }
        return Files.readString(file).lines().findFirst().orElse("");
    }
}
