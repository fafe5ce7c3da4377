// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** One numbered step of the schema. Immutable. */
final class Migration {
    private static final Pattern COMPATIBLE = Pattern.compile("\\A-- oldest-compatible: (\\d+)\\n");

    /** More than the first line has. */
    private static final int HEADER = 64;

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

    private final int version;
    private final String name;
    private final byte[] script;
    private final int oldestCompatible;
    private final String checksum;

    private Migration(String name, byte[] script) {
        var header =
                COMPATIBLE.matcher(new String(script, 0, Math.min(HEADER, script.length), StandardCharsets.ISO_8859_1));
        if (!header.find()) {
            throw new IllegalStateException(name + ".sql must begin with \"-- oldest-compatible: N\"");
        }
        this.version = Integer.parseInt(name.substring(0, 4));
        this.name = name;
        this.script = script;
        this.oldestCompatible = Integer.parseInt(header.group(1));
        this.checksum = checksum(script);
    }

    static List<Migration> load(String... names) {
        return Stream.of(names).map(Migration::read).toList();
    }

    static Migration of(String name, String script) {
        return new Migration(name, script.getBytes(StandardCharsets.UTF_8));
    }

    int version() {
        return version;
    }

    String name() {
        return name;
    }

    /** Made a text when it is wanted: at almost every start there is nothing to apply. */
    String script() {
        return new String(script, StandardCharsets.UTF_8);
    }

    /** The oldest version whose processes still work on a schema that has this step. */
    int oldestCompatible() {
        return oldestCompatible;
    }

    /** Of the script as it is written, so that it is the same in every schema. Against mistakes, not against malice. */
    String checksum() {
        return checksum;
    }

    /** All of them are computed at every start: a digest would be what that start does longest. */
    private static String checksum(byte[] script) {
        var sum = new CRC32();
        sum.update(script);
        return HexFormat.of().toHexDigits((int) sum.getValue()) + "-" + script.length;
    }

    private static Migration read(String name) {
        try (var resource = Migration.class.getResourceAsStream("migrations/" + name + ".sql")) {
            if (resource == null) {
                throw new IllegalStateException("migrations/" + name + ".sql is missing from the jar");
            }
            return new Migration(name, resource.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
