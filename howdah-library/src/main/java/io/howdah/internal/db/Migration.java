// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One numbered step of the schema.
 *
 * @param oldestCompatible the oldest version whose processes still work on a schema that has this step
 */
record Migration(int version, String name, String script, int oldestCompatible) {
    private static final Pattern COMPATIBLE = Pattern.compile("\\A-- oldest-compatible: (\\d+)\\n");

    /** Every step, in order. Forward only: a step that was released is never changed. */
    static final List<Migration> ALL = load(
            "0001_foundation",
            "0002_work",
            "0003_approval",
            "0004_schedule",
            "0005_lock",
            "0006_message",
            "0007_log",
            "0008_workflow",
            "0009_server",
            "0010_limit",
            "0011_notification",
            "0012_workspace",
            "0013_history",
            "0014_oidc");

    static List<Migration> load(String... names) {
        return Stream.of(names).map(Migration::read).toList();
    }

    static Migration of(String name, String script) {
        var header = COMPATIBLE.matcher(script);
        if (!header.find()) {
            throw new IllegalStateException(name + ".sql must begin with \"-- oldest-compatible: N\"");
        }
        return new Migration(Integer.parseInt(name.substring(0, 4)), name, script, Integer.parseInt(header.group(1)));
    }

    /** Of the script as it is written, so that it is the same in every schema. */
    String checksum() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JDK has no SHA-256", impossible);
        }
    }

    private static Migration read(String name) {
        try (var resource = Migration.class.getResourceAsStream("migrations/" + name + ".sql")) {
            if (resource == null) {
                throw new IllegalStateException("migrations/" + name + ".sql is missing from the jar");
            }
            return of(name, new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
