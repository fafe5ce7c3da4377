// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import io.howdah.server.Spelling;
import io.howdah.server.UserDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Replicas by the names that this user gave them, each with a key, and which of them is the current one. They are kept
 * in a file that nobody else may read; one that others can read is not used, for its keys are theirs too.
 */
final class Contexts {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final String ALONE = "rw-------";
    private static final int LARGEST = 1 << 20;

    private final Path file;
    private final NavigableMap<String, Target> all = new TreeMap<>();
    private Optional<String> current = Optional.empty();

    private Contexts(Path file) {
        this.file = file;
    }

    static Contexts of(Caller caller) throws IOException {
        var contexts = new Contexts(UserDirectory.CONFIGURATION
                .in(caller.environment())
                .orElseThrow(() -> CommandException.withCode(
                        1, "This user has no home directory, and so no contexts: set" + " XDG_CONFIG_HOME."))
                .resolve("contexts.json"));
        contexts.read();
        return contexts;
    }

    /** Reads, changes and writes, one process after the other. */
    static void change(Caller caller, Consumer<Contexts> change) throws IOException {
        var file = of(caller).file;
        Files.createDirectories(file.getParent(), permissions("rwx------"));
        try (var channel = FileChannel.open(
                        file.resolveSibling("contexts.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            assert held.isValid();
            var contexts = of(caller);
            change.accept(contexts);
            contexts.write();
        }
    }

    Path file() {
        return file;
    }

    NavigableMap<String, Target> all() {
        return all;
    }

    Optional<String> current() {
        return current;
    }

    Target get(String name) {
        var found = all.get(name);
        if (found == null) {
            var meant = Spelling.nearest(name, all.keySet().stream(), Math.max(1, name.length() / 2));
            throw CommandException.withCode(
                    3,
                    "There is no context " + name
                            + meant.map(near -> "; did you mean " + near + "?").orElse(". See: howdah context list"));
        }
        return found;
    }

    void put(String name, Target target) {
        if (!NAME.matcher(name).matches()) {
            throw CommandException.withCode(
                    2, "The name of a context is up to 63 letters, digits, dots, - and _, a letter or digit first.");
        }
        all.put(name, target);
    }

    void use(String name) {
        get(name);
        current = Optional.of(name);
    }

    void remove(String name) {
        get(name);
        all.remove(name);
        current = current.filter(one -> !one.equals(name));
    }

    private void read() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        requireAlone();
        if (Files.size(file) > LARGEST) {
            throw broken("is larger than a megabyte");
        }
        try {
            var root = Remote.parsed(Files.readString(file));
            root.path("contexts").properties().forEach(this::add);
            current = Optional.of(root.path("current").asString("")).filter(all::containsKey);
        } catch (CommandException | JacksonException wrong) {
            throw broken("cannot be understood (" + wrong.getMessage() + ")");
        }
    }

    private void add(Map.Entry<String, JsonNode> context) {
        var url = context.getValue().path("url");
        var key = context.getValue().path("key");
        if (!url.isString() || !key.isString()) {
            throw broken("has no url or no key for " + context.getKey());
        }
        all.put(context.getKey(), new Target(url.asString(), key.asString()));
    }

    private void requireAlone() throws IOException {
        var permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        if (!permissions.endsWith("------")) {
            throw CommandException.withCode(
                    1,
                    "Others may read or write " + file + " (" + permissions + "), and keys are in it. Run: chmod 600 "
                            + file + ", and revoke keys that somebody has seen.");
        }
    }

    private void write() throws IOException {
        var contexts = new TreeMap<String, Object>();
        all.forEach((name, target) -> contexts.put(name, Map.of("url", target.url(), "key", target.key())));
        var root = new TreeMap<String, Object>(Map.of("contexts", contexts));
        current.ifPresent(name -> root.put("current", name));
        var beside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(beside);
        Files.createFile(beside, permissions(ALONE));
        Files.writeString(beside, Remote.written(Remote.tree(root)) + "\n");
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static FileAttribute<?> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }

    private CommandException broken(String how) {
        return CommandException.withCode(1, file + " " + how + ". Repair it or delete it, and add the contexts again.");
    }
}
