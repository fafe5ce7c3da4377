// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads the files of a tar archive from a stream, one after the other, as GNU tar and those that follow POSIX write it.
 * What is not an archive, or ends before it says so, is an {@link IllegalArgumentException}. Not thread-safe.
 */
public final class TarReader {
    private static final int BLOCK = 512;
    private static final int LONGEST_EXTENSION = 64 * 1024;

    private final InputStream in;
    private final byte[] header = new byte[BLOCK];
    private long left;
    private long padding;
    private String longPath = "";
    private long longSize = -1;

    public TarReader(InputStream in) {
        this.in = in;
    }

    /**
     * Something in an archive.
     *
     * @param path without {@code ./} before it
     * @param isFile or else it is a link, a device or the like
     */
    public record Entry(String path, long size, boolean isExecutable, boolean isFile) {}

    /** The next one that is not a directory; empty at the end. What was not read of the one before is skipped. */
    public Optional<Entry> next() throws IOException {
        while (true) {
            skip(left + padding);
            left = 0;
            padding = 0;
            fill(header, BLOCK);
            if (isZero()) {
                return Optional.empty();
            }
            requireChecksum();
            var size = longSize >= 0 ? longSize : number(124, 12);
            left = size;
            padding = (BLOCK - size % BLOCK) % BLOCK;
            var type = (char) header[156];
            switch (type) {
                case 'L' -> longPath = text(extension(), 0, (int) size);
                case 'x' -> readExtended(extension());
                case 'g', 'K', '5' -> forgetExtensions();
                default -> {
                    var entry = new Entry(path(), size, (number(100, 8) & 0111) != 0, type == '0' || type == '\0');
                    forgetExtensions();
                    return Optional.of(entry);
                }
            }
        }
    }

    /** What the entry holds that was given last. */
    public InputStream content() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (left == 0 || length == 0) {
                    return length == 0 ? 0 : -1;
                }
                var read = in.read(into, offset, (int) Math.min(length, left));
                if (read < 0) {
                    throw cutOff();
                }
                left -= read;
                return read;
            }
        };
    }

    private String path() {
        var path = longPath;
        if (path.isEmpty()) {
            var prefix = text(header, 257, 5).equals("ustar") && header[262] == 0 ? text(header, 345, 155) : "";
            path = prefix.isEmpty() ? text(header, 0, 100) : prefix + "/" + text(header, 0, 100);
        }
        while (path.startsWith("./")) {
            path = path.substring(2);
        }
        return path;
    }

    private byte[] extension() throws IOException {
        if (left > LONGEST_EXTENSION) {
            throw new IllegalArgumentException(
                    "This is not a tar archive: an entry is described by " + left + " bytes");
        }
        var extension = new byte[(int) left];
        fill(extension, extension.length);
        left = 0;
        return extension;
    }

    /** Lines of "LENGTH KEY=VALUE", the length being that of the whole line. */
    private void readExtended(byte[] lines) {
        var at = 0;
        while (at < lines.length) {
            var space = at;
            while (space < lines.length && lines[space] != ' ') {
                space++;
            }
            var length = Math.toIntExact(parsed(new String(lines, at, space - at, UTF_8), 10));
            if (length <= space - at + 1 || length > lines.length - at) {
                throw new IllegalArgumentException("This is not a tar archive: an extended header makes no sense");
            }
            var pair = new String(lines, space + 1, at + length - space - 2, UTF_8).split("=", 2);
            if (pair.length == 2 && pair[0].equals("path")) {
                longPath = pair[1];
            } else if (pair.length == 2 && pair[0].equals("size")) {
                longSize = parsed(pair[1], 10);
            }
            at += length;
        }
    }

    private void forgetExtensions() {
        longPath = "";
        longSize = -1;
    }

    private void requireChecksum() {
        var sum = 8 * ' ';
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? 0 : header[i] & 0xff;
        }
        if (sum != number(148, 8)) {
            throw new IllegalArgumentException("This is not a tar archive: a header's checksum is wrong");
        }
    }

    /** In octal digits, or, where those are not enough, as bytes after a first one of 128. */
    private long number(int offset, int length) {
        if ((header[offset] & 0x80) != 0) {
            var value = 0L;
            for (int i = offset + 1; i < offset + length; i++) {
                value = (value << 8) | (header[i] & 0xff);
            }
            if (value < 0) {
                throw new IllegalArgumentException("This is not a tar archive: a number makes no sense");
            }
            return value;
        }
        var digits = text(header, offset, length).strip();
        return digits.isEmpty() ? 0 : parsed(digits, 8);
    }

    private static long parsed(String digits, int base) {
        try {
            var number = Long.parseLong(digits, base);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("This is not a tar archive: a number makes no sense", wrong);
        }
        throw new IllegalArgumentException("This is not a tar archive: a number makes no sense");
    }

    private static String text(byte[] bytes, int offset, int length) {
        var end = offset;
        while (end < offset + length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, offset, end - offset, UTF_8);
    }

    private boolean isZero() {
        for (var one : header) {
            if (one != 0) {
                return false;
            }
        }
        return true;
    }

    private void fill(byte[] into, int length) throws IOException {
        if (in.readNBytes(into, 0, length) < length) {
            throw cutOff();
        }
    }

    private void skip(long bytes) throws IOException {
        var buffer = new byte[8 * 1024];
        for (var rest = bytes; rest > 0; ) {
            var read = in.read(buffer, 0, (int) Math.min(rest, buffer.length));
            if (read < 0) {
                throw cutOff();
            }
            rest -= read;
        }
    }

    private static IllegalArgumentException cutOff() {
        return new IllegalArgumentException("The tar archive ends before it says so: nothing of it is stored");
    }
}
