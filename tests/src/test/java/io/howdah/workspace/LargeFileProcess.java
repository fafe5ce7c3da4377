// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import io.howdah.Howdah;
import java.io.InputStream;
import java.util.Arrays;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that stores a file that is larger than its memory, and reads it back. */
final class LargeFileProcess {
    static final long SIZE = 80L << 20;

    private LargeFileProcess() {}

    public static void main(String[] arguments) throws Exception {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(arguments[0]);
        dataSource.setUser(arguments[1]);
        dataSource.setPassword(arguments[2]);
        try (var howdah = Howdah.open(dataSource)) {
            var workspace = howdah.workspaces().open(WorkspaceName.of("large", "file"));
            workspace.change().write("large", new Counting(SIZE)).commit();
            System.out.println("read back " + readBack(workspace) + " bytes as they were");
        }
    }

    private static long readBack(Workspace workspace) throws Exception {
        var total = 0L;
        try (var read = workspace.head().read("large");
                var expected = new Counting(SIZE)) {
            var mine = new byte[64 * 1024];
            for (int n = read.read(mine); n >= 0; n = read.read(mine)) {
                if (!Arrays.equals(expected.readNBytes(n), Arrays.copyOf(mine, n))) {
                    throw new IllegalStateException("other bytes from " + total + " on");
                }
                total += n;
            }
        }
        return total;
    }

    /** Bytes that say where they are, so that none can be mistaken for another. */
    private static final class Counting extends InputStream {
        private final long size;
        private long position;

        Counting(long size) {
            this.size = size;
        }

        @Override
        public int read() {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (position >= size) {
                return -1;
            }
            var n = (int) Math.min(length, size - position);
            for (int i = 0; i < n; i++) {
                var at = position + i;
                into[offset + i] = (byte) (at >>> (8 * (at & 7)));
            }
            position += n;
            return n;
        }
    }
}
