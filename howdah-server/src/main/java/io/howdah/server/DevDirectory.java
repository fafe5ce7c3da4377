// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;

/** The directory in which a development installation keeps everything, and the mark that one is running in it. */
public final class DevDirectory implements AutoCloseable {
    private final Path path;
    private final Optional<Caretaker> caretaker;

    private DevDirectory(Path path, Optional<Caretaker> caretaker) {
        this.path = path;
        this.caretaker = caretaker;
    }

    /** A directory that stays. */
    static DevDirectory at(Path path) {
        var absolute = path.toAbsolutePath().normalize();
        if (Files.exists(absolute) && !Files.isDirectory(absolute)) {
            throw new CommandException(absolute + " is not a directory. Choose another with --data-dir.");
        }
        try {
            Files.createDirectories(
                    absolute, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new CommandException(
                    "The data directory " + absolute + " cannot be made (" + e + "). Choose another with --data-dir.",
                    e);
        }
        if (!Files.isWritable(absolute)) {
            throw new CommandException("The data directory " + absolute
                    + " may not be written by this user. Choose another with --data-dir.");
        }
        return new DevDirectory(absolute, Optional.empty());
    }

    /** A directory that is deleted at the end, be it that this process is killed. */
    static DevDirectory ephemeral() throws IOException {
        var path = Files.createTempDirectory("howdah-dev-").toRealPath();
        return new DevDirectory(path, Optional.of(Caretaker.of(path)));
    }

    /** Where the data of this user's programs belong. */
    public static Path usual() {
        return UserDirectory.DATA
                .in(System.getenv())
                .orElseThrow(() -> new CommandException(
                        "This user has no home directory: say with --data-dir where the data may stay."));
    }

    Path path() {
        return path;
    }

    boolean isEphemeral() {
        return caretaker.isPresent();
    }

    Path postgres() {
        return path.resolve("postgres");
    }

    Path secrets() {
        return path.resolve("secrets");
    }

    /** Where commands find the address and the key of this installation. */
    Path client() {
        return path.resolve("client");
    }

    Path log(int port) throws IOException {
        return Files.createDirectories(path.resolve("logs")).resolve("replica-" + port + ".log");
    }

    /** Whether the last run here was killed: its replicas may then still be ending. */
    boolean wasKilled() throws IOException {
        if (!Files.exists(mark())) {
            return false;
        }
        var pid = Files.readString(mark()).strip();
        return !pid.matches("\\d{1,18}")
                || ProcessHandle.of(Long.parseLong(pid)).isEmpty();
    }

    void markRunning() throws IOException {
        Files.writeString(mark(), ProcessHandle.current().pid() + "\n");
    }

    void unmarkRunning() throws IOException {
        Files.deleteIfExists(mark());
    }

    @Override
    public void close() throws IOException {
        if (caretaker.isEmpty()) {
            return;
        }
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
        caretaker.get().close();
    }

    private Path mark() {
        return path.resolve("running");
    }
}
