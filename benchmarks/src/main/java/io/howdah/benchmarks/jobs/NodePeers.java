// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The peers that run on Node, installed by npm beside the built classes when they are first asked for, with a Node of a
 * fixed version: the machine's own is only needed to install it.
 */
final class NodePeers {
    private static final List<String> FILES =
            List.of("package.json", "player.mjs", "graphile-worker.mjs", "pg-boss.mjs");
    private static final String INSTALLED = "installed.json";
    private static final long MINUTES = 5;

    private NodePeers() {}

    /** Why they cannot run here, if so. Installs them otherwise. */
    static Optional<String> unavailable() {
        return Installation.PROBLEM;
    }

    /** Whether this machine has what they are installed with. */
    static boolean hasNode() {
        return missingOn(Objects.requireNonNullElse(System.getenv("PATH"), "")).isEmpty();
    }

    /** What is needed and in none of these folders. */
    static List<String> missingOn(String path) {
        return Stream.of("node", "npm")
                .filter(program -> Stream.of(path.split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .noneMatch(folder -> Files.isExecutable(Path.of(folder, program))))
                .toList();
    }

    static Path node() {
        return directory().resolve("node_modules/.bin/node");
    }

    static Path script() {
        return directory().resolve("player.mjs");
    }

    private static Optional<String> install() {
        try {
            Path directory = Files.createDirectories(directory());
            for (String file : FILES) {
                Files.writeString(directory.resolve(file), resource(file));
            }
            Path installed = directory.resolve(INSTALLED);
            String wanted = resource("package.json");
            if (!Files.exists(installed) || !Files.readString(installed).equals(wanted)) {
                System.err.println("installing the peers that run on Node …");
                npmInstall(directory);
                Files.writeString(installed, wanted);
            }
            return Files.isExecutable(node())
                    ? Optional.empty()
                    : Optional.of("npm has installed no node; it may run no install scripts here");
        } catch (IOException failure) {
            return Optional.of("npm could not install it: " + failure.getMessage());
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return Optional.of("its installation was broken off");
        }
    }

    private static void npmInstall(Path directory) throws IOException, InterruptedException {
        Path log = directory.resolve("npm.log");
        var npm = new ProcessBuilder("npm", "install", "--no-package-lock", "--no-audit", "--no-fund")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!npm.waitFor(MINUTES, TimeUnit.MINUTES)) {
            npm.destroyForcibly();
            throw new IOException("it was not done after " + MINUTES + " minutes, see " + log);
        }
        if (npm.exitValue() != 0) {
            throw new IOException("exit code " + npm.exitValue() + ", see " + log);
        }
    }

    /** Beside the jar or the folder of classes, so below what a clean build deletes. */
    private static Path directory() {
        Path code = Path.of(URI.create(NodePeers.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        return code.resolveSibling("peers").toAbsolutePath();
    }

    private static String resource(String file) {
        try (var stream = NodePeers.class.getResourceAsStream("/peers/" + file)) {
            return new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The jar of the benchmarks cannot be read.", unreadable);
        }
    }

    /** Done once, when somebody asks for it. */
    private static final class Installation {
        static final Optional<String> PROBLEM =
                hasNode() ? install() : Optional.of("it needs node and npm, which are not on the PATH");
    }
}
