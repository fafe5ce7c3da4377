// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where this user's programs keep what is theirs, as the XDG base directories say; on a Mac, where Macs do. */
public enum UserDirectory {
    DATA("XDG_DATA_HOME", ".local/share"),
    CONFIGURATION("XDG_CONFIG_HOME", ".config");

    private final String variable;
    private final String usual;

    UserDirectory(String variable, String usual) {
        this.variable = variable;
        this.usual = usual;
    }

    /** Ours in it; none for a user without a home. */
    public Optional<Path> in(Map<String, String> environment) {
        var said = Path.of(environment.getOrDefault(variable, ""));
        if (said.isAbsolute()) {
            return Optional.of(said.resolve("howdah"));
        }
        var mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
        return Optional.of(Path.of(System.getProperty("user.home", "")))
                .filter(Path::isAbsolute)
                .map(home -> home.resolve(mac ? "Library/Application Support" : usual)
                        .resolve("howdah"));
    }
}
