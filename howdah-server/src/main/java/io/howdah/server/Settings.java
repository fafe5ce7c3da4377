// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a replica goes by: the settings of a file, and over them those of the environment. An option of commands. */
final class Settings {
    static final String FILE = "HOWDAH_CONFIG";
    private static final String IN_A_FILE = "_FILE";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings in YAML; the environment goes before them. Default: HOWDAH_CONFIG.")
    private Optional<Path> file = Optional.empty();

    /** The file that is read, if one is named. */
    Optional<Path> file(Map<String, String> environment) {
        return file.or(() -> Optional.ofNullable(environment.get(FILE)).map(Path::of));
    }

    /** All of them by the names of variables, none of them unknown. */
    Map<String, String> with(Map<String, String> environment) {
        Variables.check(environment);
        var named = file(environment);
        if (named.isEmpty()) {
            return environment;
        }
        var all = new HashMap<>(SettingsFile.read(named.get()));
        environment.forEach((name, value) -> {
            // A secret of one place and the file for it of the other are the same setting.
            all.remove(name + IN_A_FILE);
            all.remove(name.endsWith(IN_A_FILE) ? name.substring(0, name.length() - IN_A_FILE.length()) : name);
            all.put(name, value);
        });
        return all;
    }
}
