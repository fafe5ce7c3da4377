// SPDX-License-Identifier: Apache-2.0
package io.howdah.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A tar archive being unpacked: files, directories and links with their modes, in ustar and with GNU's long names. */
final class Tar {

    private static final int BLOCK = 512;
    private static final int NAME_BYTES_MAX = 4096;

    private final InputStream in;
    private final Path target;

    private Tar(InputStream in, Path target) {
        this.in = in;
        this.target = target.normalize();
    }

    /** Unpacks into {@code target}, and refuses an entry or a link that would leave it. */
    static void unpack(InputStream in, Path target) throws IOException {
        new Tar(in, target).entries();
    }

    private void entries() throws IOException {
        var longName = "";
        for (var header = block(); header[0] != 0; header = block()) {
            var size = number(header, 124, 12);
            var name = longName.isEmpty() ? name(header) : longName;
            longName = "";
            switch (header[156]) {
                case '0', 0 -> file(inside(name), size, (int) number(header, 100, 8));
                case '5' -> Files.createDirectories(inside(name));
                case '2' -> link(inside(name), text(header, 157, 100));
                case 'L' -> longName = longName(size);
                default -> throw new IOException("entry " + name + " is of the unknown type " + (char) header[156]);
            }
        }
    }

    private void file(Path path, long size, int mode) throws IOException {
        Files.createDirectories(path.resolveSibling("."));
        try (var out = Files.newOutputStream(path)) {
            copy(size, out);
        }
        in.skipNBytes(-size & (BLOCK - 1));
        Files.setPosixFilePermissions(path, permissions(mode));
    }

    private void link(Path path, String destination) throws IOException {
        inside(target.relativize(path).resolveSibling(destination).toString());
        Files.createDirectories(path.resolveSibling("."));
        Files.createSymbolicLink(path, Path.of(destination));
    }

    private String longName(long size) throws IOException {
        if (size > NAME_BYTES_MAX) {
            throw new IOException("a name of " + size + " bytes is too long");
        }
        var bytes = in.readNBytes((int) size);
        in.skipNBytes(-size & (BLOCK - 1));
        return text(bytes, 0, bytes.length);
    }

    private void copy(long size, OutputStream out) throws IOException {
        var buffer = new byte[1 << 16];
        for (var left = size; left > 0; ) {
            var read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                throw new EOFException("the archive ends in the middle of a file");
            }
            out.write(buffer, 0, read);
            left -= read;
        }
    }

    private Path inside(String name) throws IOException {
        var path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("entry " + name + " leaves the directory it is unpacked into");
        }
        return path;
    }

    private byte[] block() throws IOException {
        var block = in.readNBytes(BLOCK);
        if (block.length < BLOCK) {
            throw new EOFException("the archive ends early");
        }
        return block;
    }

    private static String name(byte[] header) {
        // GNU's own format keeps times where ustar keeps the prefix; its magic differs in one byte.
        var prefix = header[262] == 0 ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? text(header, 0, 100) : prefix + "/" + text(header, 0, 100);
    }

    private static String text(byte[] bytes, int from, int length) {
        var end = from;
        while (end < from + length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, UTF_8);
    }

    private static long number(byte[] header, int from, int length) {
        var digits = text(header, from, length).strip();
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        var letters = new StringBuilder("rwxrwxrwx");
        for (var i = 0; i < letters.length(); i++) {
            if ((mode >> (8 - i) & 1) == 0) {
                letters.setCharAt(i, '-');
            }
        }
        return PosixFilePermissions.fromString(letters.toString());
    }
}
