// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.member;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this build, which Maven writes into a resource. */
public final class Version {
    private static final String CURRENT = read();

    private Version() {}

    public static String current() {
        return CURRENT;
    }

    private static String read() {
        try (var resource = Version.class.getResourceAsStream("version.txt")) {
            return resource == null ? "unknown" : new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
