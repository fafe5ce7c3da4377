// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;

/** Writes files as a tar archive, as POSIX has it. Without {@link #end} it is none. Not thread-safe. */
public final class TarWriter {
    private static final int BLOCK = 512;
    private static final long LARGEST_OCTAL = 077777777777L;

    private final OutputStream out;
    private final Instant time;

    /**
     * An archive that is written there.
     *
     * @param time which all files are from
     */
    public TarWriter(OutputStream out, Instant time) {
        this.out = out;
        this.time = time;
    }

    /** All of the content, which has exactly that size. */
    public void write(TarReader.Entry entry, InputStream content) throws IOException {
        var path = entry.path().getBytes(UTF_8);
        var extended = new StringBuilder();
        if (path.length > 100 || !Arrays.equals(path, entry.path().getBytes(US_ASCII))) {
            extended.append(line("path", entry.path()));
        }
        if (entry.size() > LARGEST_OCTAL) {
            extended.append(line("size", Long.toString(entry.size())));
        }
        if (!extended.isEmpty()) {
            var bytes = extended.toString().getBytes(UTF_8);
            out.write(header(new TarReader.Entry("extended", bytes.length, false, true), 'x'));
            out.write(bytes);
            pad(bytes.length);
        }
        out.write(header(entry, '0'));
        var written = content.transferTo(out);
        if (written != entry.size()) {
            throw new IOException(entry.path() + " has " + written + " bytes, and not " + entry.size());
        }
        pad(written);
    }

    public void end() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.flush();
    }

    private byte[] header(TarReader.Entry entry, char type) {
        var header = new byte[BLOCK];
        put(header, 0, 100, entry.path());
        put(header, 100, 8, entry.isExecutable() ? "0000755" : "0000644");
        put(header, 108, 8, "0000000");
        put(header, 116, 8, "0000000");
        put(header, 124, 12, octal(Math.min(entry.size(), LARGEST_OCTAL), 11));
        put(header, 136, 12, octal(Math.max(0, time.getEpochSecond()), 11));
        put(header, 148, 8, "        ");
        header[156] = (byte) type;
        put(header, 257, 8, "ustar\0" + "00");
        var sum = 0;
        for (var one : header) {
            sum += one & 0xff;
        }
        put(header, 148, 8, octal(sum, 6) + "\0 ");
        return header;
    }

    private void pad(long written) throws IOException {
        out.write(new byte[(int) ((BLOCK - written % BLOCK) % BLOCK)]);
    }

    private static void put(byte[] header, int offset, int length, String text) {
        var bytes = text.getBytes(UTF_8);
        System.arraycopy(bytes, 0, header, offset, Math.min(bytes.length, length));
    }

    private static String octal(long number, int digits) {
        var text = Long.toOctalString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** Its length counts itself. */
    private static String line(String key, String value) {
        var rest = (" " + key + "=" + value + "\n").getBytes(UTF_8).length;
        var length = rest + 1;
        while (length != rest + Integer.toString(length).length()) {
            length = rest + Integer.toString(length).length();
        }
        return length + " " + key + "=" + value + "\n";
    }
}
