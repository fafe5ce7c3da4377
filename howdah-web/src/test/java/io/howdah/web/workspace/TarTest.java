// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {
    private static final String LONG = "folder/".repeat(40) + "name with ünicode";

    @Test
    void what_is_written_is_read_back() throws IOException {
        var tar = archive(Map.of("a", "one", LONG, "x".repeat(2000), "empty", ""));

        var read = read(tar);

        assertThat(read).containsOnly(Map.entry("a", "one"), Map.entry(LONG, "x".repeat(2000)), Map.entry("empty", ""));
    }

    @Test
    void the_systems_tar_reads_what_we_write(@TempDir Path directory) throws Exception {
        Files.write(directory.resolve("in.tar"), archive(Map.of("a/b", "one", LONG, "two")));

        run(directory, "tar", "-xf", "in.tar");

        assertThat(directory.resolve("a/b")).hasContent("one").isExecutable();
        assertThat(directory.resolve(LONG)).hasContent("two");
    }

    @Test
    void we_read_what_the_systems_tar_writes(@TempDir Path directory) throws Exception {
        var files = Files.createDirectories(directory.resolve("files"));
        Files.createDirectories(files.resolve(LONG).getParent());
        Files.writeString(files.resolve("plain"), "one");
        Files.writeString(files.resolve(LONG), "two");
        for (var format : List.of("gnu", "posix", "ustar")) {
            // The oldest form has no room for long names.
            var what = format.equals("ustar") ? "./plain" : ".";
            run(directory, "tar", "--format=" + format, "-C", "files", "-cf", format + ".tar", what);

            var read = read(Files.readAllBytes(directory.resolve(format + ".tar")));

            assertThat(read).as(format).containsEntry("plain", "one").hasSize(format.equals("ustar") ? 1 : 2);
        }
    }

    @Test
    void links_are_told_from_files(@TempDir Path directory) throws Exception {
        Files.createSymbolicLink(directory.resolve("link"), Path.of("/etc/passwd"));
        run(directory, "tar", "-cf", "out.tar", "link");

        var entry = new TarReader(new ByteArrayInputStream(Files.readAllBytes(directory.resolve("out.tar"))))
                .next()
                .orElseThrow();

        assertThat(entry.isFile()).isFalse();
        assertThat(entry.path()).isEqualTo("link");
    }

    @Test
    void what_is_cut_off_or_damaged_is_refused_wherever_that_is() throws IOException {
        var tar = archive(Map.of("a", "one", "b", "x".repeat(1000)));
        for (int end = 0; end < tar.length - 1024; end += 256) {
            var part = Arrays.copyOf(tar, end);
            assertThatThrownBy(() -> read(part)).as("%d bytes", end).isInstanceOf(IllegalArgumentException.class);
        }
        var damaged = tar.clone();
        damaged[0] ^= 1;
        assertThatThrownBy(() -> read(damaged)).hasMessageContaining("checksum");
        assertThatThrownBy(() -> read("{}".repeat(1000).getBytes(UTF_8))).isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] archive(Map<String, String> files) throws IOException {
        var out = new ByteArrayOutputStream();
        var tar = new TarWriter(out, Instant.EPOCH);
        for (var file : files.entrySet()) {
            var bytes = file.getValue().getBytes(UTF_8);
            tar.write(new TarReader.Entry(file.getKey(), bytes.length, true, true), new ByteArrayInputStream(bytes));
        }
        tar.end();
        return out.toByteArray();
    }

    private static Map<String, String> read(byte[] archive) throws IOException {
        var tar = new TarReader(new ByteArrayInputStream(archive));
        var read = new LinkedHashMap<String, String>();
        for (var next = tar.next(); next.isPresent(); next = tar.next()) {
            read.put(next.get().path(), new String(tar.content().readAllBytes(), UTF_8));
        }
        return read;
    }

    private static void run(Path directory, String... command) throws Exception {
        var process = new ProcessBuilder(new ArrayList<>(List.of(command)))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(process.inputReader().lines().toList()).isEmpty();
        assertThat(process.waitFor()).isZero();
    }
}
