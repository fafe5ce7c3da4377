// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.server.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a key comes from: never from the command's words, which other processes and the shell's history can see. */
final class KeyChoice {
    private static final int LONGEST = 1_000;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "Has the key; - is standard input. Default: it is asked for.")
    private Optional<String> file = Optional.empty();

    String key() throws IOException {
        var key = (file.isEmpty() ? asked() : file.get().equals("-") ? given() : Files.readString(Path.of(file.get())))
                .strip();
        if (key.isEmpty() || key.length() > LONGEST || !key.chars().allMatch(letter -> letter > ' ' && letter < 127)) {
            throw CommandException.withCode(2, "This is no key: one is a line such as hwd_….");
        }
        return key;
    }

    @SuppressWarnings("SystemConsoleNull")
    private static String asked() {
        // This one is null where there is no terminal; that of JDK 22 to 24 is not.
        System.setProperty("jdk.console", "java.base");
        var console = System.console();
        if (console == null) {
            throw CommandException.withCode(
                    2, "There is no terminal to ask for the key at: --key-file FILE, or - for standard input.");
        }
        var typed = console.readPassword("API key: ");
        return typed == null ? "" : new String(typed);
    }

    private static String given() throws IOException {
        return new String(System.in.readNBytes(LONGEST + 2), UTF_8);
    }
}
