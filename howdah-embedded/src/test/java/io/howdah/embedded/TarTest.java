// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {

    @TempDir
    Path directory;

    private final ByteArrayOutputStream archive = new ByteArrayOutputStream();

    @Test
    void files_directories_and_links_keep_their_modes() throws IOException {
        entry('5', "bin/", "", "");
        entry('0', "bin/run", "#!/bin/sh\n", "");
        entry('2', "bin/link", "", "run");
        unpack();

        assertThat(directory.resolve("out/bin/link")).isSymbolicLink().hasContent("#!/bin/sh\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("out/bin/run"))))
                .isEqualTo("rwxr-x--x");
    }

    @Test
    void a_name_too_long_for_its_header_is_kept_whole() throws IOException {
        var name = "share/" + "x".repeat(200);
        entry('L', "././@LongLink", name + "\0", "");
        entry('0', name.substring(0, 100), "content", "");
        entry('0', "short", "x", "");
        unpack();

        assertThat(directory.resolve("out").resolve(name)).hasContent("content");
        assertThat(directory.resolve("out/short")).hasContent("x");
    }

    @Test
    void an_entry_that_leaves_the_directory_is_refused() throws IOException {
        entry('0', "../escaped", "content", "");

        assertThatIOException().isThrownBy(this::unpack).withMessageContaining("../escaped leaves the directory");
        assertThat(directory.resolve("escaped")).doesNotExist();
    }

    @Test
    void a_link_that_leaves_the_directory_is_refused() throws IOException {
        entry('2', "lib/link", "", "../../escaped");

        assertThatIOException().isThrownBy(this::unpack).withMessageContaining("leaves the directory");
    }

    @Test
    void an_absolute_link_is_refused() throws IOException {
        entry('2', "link", "", "/etc/passwd");

        assertThatIOException().isThrownBy(this::unpack).withMessageContaining("leaves the directory");
    }

    @Test
    void an_archive_cut_short_is_refused() throws IOException {
        entry('0', "file", "content", "");
        var bytes = archive.toByteArray();

        assertThatIOException()
                .isThrownBy(() -> Tar.unpack(
                        new ByteArrayInputStream(bytes, 0, 515), Files.createDirectory(directory.resolve("cut"))))
                .withMessageContaining("middle of a file");
    }

    private void unpack() throws IOException {
        archive.write(new byte[1024]);
        Tar.unpack(new ByteArrayInputStream(archive.toByteArray()), Files.createDirectories(directory.resolve("out")));
    }

    private void entry(char type, String name, String content, String link) throws IOException {
        var header = new byte[512];
        put(header, 0, name);
        put(header, 100, "0000751");
        put(header, 124, "%011o".formatted(content.length()));
        header[156] = (byte) type;
        put(header, 157, link);
        put(header, 257, "ustar  ");
        archive.write(header);
        archive.write(content.getBytes(UTF_8));
        archive.write(new byte[-content.length() & 511]);
    }

    private static void put(byte[] header, int at, String text) {
        var bytes = text.getBytes(UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
