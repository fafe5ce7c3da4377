// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the binary format of COPY, gathered in memory: each is begun by {@link #row}, followed by its columns in
 * order. Not thread-safe.
 */
public final class CopyRows {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final int NULL = -1;
    private static final int END = -1;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Writes to memory, which cannot fail. */
    private interface Write {
        void run() throws IOException;
    }

    public CopyRows() {
        write(() -> {
            out.write(SIGNATURE);
            out.writeInt(0);
            out.writeInt(0);
        });
    }

    public CopyRows row(int columns) {
        return write(() -> out.writeShort(columns));
    }

    public CopyRows number(@Nullable Long value) {
        return value == null
                ? nothing()
                : write(() -> {
                    out.writeInt(Long.BYTES);
                    out.writeLong(value);
                });
    }

    public CopyRows integer(int value) {
        return write(() -> {
            out.writeInt(Integer.BYTES);
            out.writeInt(value);
        });
    }

    public CopyRows small(int value) {
        return write(() -> {
            out.writeInt(Short.BYTES);
            out.writeShort(value);
        });
    }

    public CopyRows text(@Nullable String value) {
        return value == null ? nothing() : bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    public CopyRows bytes(byte[] value) {
        return write(() -> {
            out.writeInt(value.length);
            out.write(value);
        });
    }

    /** An interval of so many microseconds, no days, no months. */
    public CopyRows duration(@Nullable Duration value) {
        return value == null
                ? nothing()
                : write(() -> {
                    out.writeInt(Long.BYTES + 2 * Integer.BYTES);
                    out.writeLong(
                            Math.addExact(Math.multiplyExact(value.getSeconds(), 1_000_000L), value.getNano() / 1_000));
                    out.writeInt(0);
                    out.writeInt(0);
                });
    }

    /** A jsonb, which is its text after the number of its format. */
    public CopyRows json(@Nullable String value) {
        if (value == null) {
            return nothing();
        }
        var text = value.getBytes(StandardCharsets.UTF_8);
        return write(() -> {
            out.writeInt(1 + text.length);
            out.writeByte(1);
            out.write(text);
        });
    }

    public int size() {
        return bytes.size();
    }

    byte[] end() {
        write(() -> out.writeShort(END));
        return bytes.toByteArray();
    }

    private CopyRows nothing() {
        return write(() -> out.writeInt(NULL));
    }

    private CopyRows write(Write write) {
        try {
            write.run();
            return this;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
