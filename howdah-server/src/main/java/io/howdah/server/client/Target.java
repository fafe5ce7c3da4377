// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which replica a command talks to, and with which key. */
public record Target(String url, String key) {
    private static final Pattern ID = Pattern.compile("hwd_[a-z0-9]{8}_");

    public static Optional<Target> in(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        var lines = Files.readAllLines(file);
        return lines.size() < 2 ? Optional.empty() : Optional.of(new Target(lines.get(0), lines.get(1)));
    }

    public void write(Path file) throws IOException {
        var beside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(beside);
        Files.createFile(beside, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(beside, List.of(url, key));
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What names the key without giving it away. */
    String keyShown() {
        var id = ID.matcher(key);
        return (id.lookingAt() ? id.group() : "") + "***";
    }

    @Override
    public String toString() {
        return url;
    }
}
