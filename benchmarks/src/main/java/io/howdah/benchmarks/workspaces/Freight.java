// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.workspaces;

import java.io.InputStream;
import java.util.Random;

/**
 * What is carried: files of one size, no two chunks of which are the same.
 *
 * @param operations as how many it counts
 */
record Freight(int files, long size, int operations) {
    long bytes() {
        return files * size;
    }

    InputStream content(int file) {
        return new Content(file, size);
    }

    /** Random bytes that cost nothing to make: one block again and again, with its place written over its beginning. */
    private static final class Content extends InputStream {
        private static final int BLOCK = 16 * 1024;

        private final byte[] block = new byte[BLOCK];
        private final int file;
        private final long size;
        private long position;

        Content(int file, long size) {
            this.file = file;
            this.size = size;
            new Random(1).nextBytes(block);
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
            var at = (int) (position % BLOCK);
            if (at == 0) {
                mark(position / BLOCK);
            }
            var n = (int) Math.min(Math.min(length, BLOCK - at), size - position);
            System.arraycopy(block, at, into, offset, n);
            position += n;
            return n;
        }

        private void mark(long number) {
            for (int i = 0; i < 8; i++) {
                block[i] = (byte) (number >>> (8 * i));
                block[8 + i] = (byte) (file >>> (4 * i));
            }
        }
    }
}
