// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked once per user from the archive on the class path. */
record Binaries(Path home, String version) {

    private static final Logger log = LoggerFactory.getLogger(Binaries.class);
    private static final String VERSION_FILE = "VERSION";

    /** The binaries of this platform, unpacked into the user's cache unless they are there already. */
    static Binaries unpacked() {
        return unpacked(Platform.current(), cache(Platform.current()));
    }

    // Synchronized, because a file lock keeps other processes out but not other threads of this one.
    static synchronized Binaries unpacked(Platform platform, Path cache) {
        var archive = archive(platform);
        try {
            var home = cache.resolve("postgresql-" + platform.name() + "-" + checksum(archive));
            if (!Files.exists(home.resolve(VERSION_FILE))) {
                unpackOnce(archive, home);
            }
            return new Binaries(
                    home, Files.readString(home.resolve(VERSION_FILE)).strip());
        } catch (IOException e) {
            throw new EmbeddedException(
                    "PostgreSQL's binaries could not be unpacked into " + cache + ": " + e
                            + ". Make that directory writable, or set XDG_CACHE_HOME to one that is.",
                    e);
        }
    }

    int major() {
        return Integer.parseInt(version.split("\\D", 2)[0]);
    }

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    private static URL archive(Platform platform) {
        return Optional.ofNullable(Binaries.class.getClassLoader().getResource(platform.archive()))
                .orElseThrow(() -> new EmbeddedException("There are no PostgreSQL binaries for this platform ("
                        + platform.name() + ") on the class path. Add io.zonky.test.postgres:" + platform.artifact()
                        + " if it exists, or use a database of your own."));
    }

    private static void unpackOnce(URL archive, Path home) throws IOException {
        Files.createDirectories(home.resolveSibling("."));
        var lock = home.resolveSibling(home.getFileName() + ".lock");
        try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            if (Files.exists(home.resolve(VERSION_FILE))) {
                log.debug("another process has just unpacked {}, {}", home, held);
                return;
            }
            // Unpacked beside and renamed, so that a process killed in the middle leaves nothing that looks whole.
            var beside = home.resolveSibling(home.getFileName() + ".new");
            Trees.delete(beside);
            Files.createDirectories(beside);
            try (var in = new XZInputStream(archive.openStream())) {
                Tar.unpack(in, beside);
            }
            Files.writeString(beside.resolve(VERSION_FILE), versionOf(beside));
            Files.move(beside, home, StandardCopyOption.ATOMIC_MOVE);
            log.info("unpacked PostgreSQL into {}", home);
        }
    }

    private static String versionOf(Path home) {
        var postgres = home.resolve("bin").resolve("postgres").toString();
        var command = Command.run(Duration.ofSeconds(30), List.of(postgres, "--version"));
        if (!command.succeeded()) {
            throw new EmbeddedException("PostgreSQL's binaries do not run on this machine:" + command.tail());
        }
        // "postgres (PostgreSQL) 18.6"
        return command.output().strip().replaceFirst(".*\\) *", "");
    }

    /** The archive's checksum, so that binaries of two versions never share a directory; a jar has it in its index. */
    private static String checksum(URL archive) throws IOException {
        if (archive.openConnection() instanceof JarURLConnection jar) {
            return HexFormat.of().toHexDigits((int) jar.getJarEntry().getCrc());
        }
        try (var in = new CheckedInputStream(archive.openStream(), new CRC32())) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().toHexDigits((int) in.getChecksum().getValue());
        }
    }

    private static Path cache(Platform platform) {
        var xdg = Path.of(Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).orElse(""));
        if (xdg.isAbsolute()) {
            return xdg.resolve("howdah");
        }
        var home = Path.of(System.getProperty("user.home", ""));
        if (!home.isAbsolute()) {
            throw new EmbeddedException("There is no home directory to unpack PostgreSQL's binaries into."
                    + " Set XDG_CACHE_HOME to a directory that may be written.");
        }
        return home.resolve(platform.isMac() ? "Library/Caches" : ".cache").resolve("howdah");
    }
}
