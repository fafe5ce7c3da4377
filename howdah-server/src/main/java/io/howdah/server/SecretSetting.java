// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A setting that nobody should see: it is set, or is what a file says that is named. */
final class SecretSetting {
    private SecretSetting() {}

    static Optional<String> of(Map<String, String> environment, String variable, String fileVariable) {
        var file = environment.get(fileVariable);
        if (file == null) {
            return Optional.ofNullable(environment.get(variable));
        }
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException e) {
            throw CommandException.wrongSetting(
                    fileVariable + " names a file that cannot be read: " + e.getMessage(), e);
        }
    }
}
