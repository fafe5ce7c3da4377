// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.nio.charset.StandardCharsets;

/** Kafka's default partitioner, so that a key has the same partition there. */
final class Murmur2 {
    private static final int SEED = 0x9747b28c;
    private static final int M = 0x5bd1e995;

    private Murmur2() {}

    static int partition(String key, int partitions) {
        return (hash(key.getBytes(StandardCharsets.UTF_8)) & 0x7fffffff) % partitions;
    }

    static int hash(byte[] data) {
        int h = SEED ^ data.length;
        int whole = data.length / 4 * 4;
        for (int i = 0; i < whole; i += 4) {
            int k = (data[i] & 0xff) | (data[i + 1] & 0xff) << 8 | (data[i + 2] & 0xff) << 16 | data[i + 3] << 24;
            k *= M;
            k ^= k >>> 24;
            h = h * M ^ k * M;
        }
        for (int i = data.length - 1; i >= whole; i--) {
            h ^= (data[i] & 0xff) << (8 * (i - whole));
        }
        if (whole < data.length) {
            h *= M;
        }
        h = (h ^ h >>> 13) * M;
        return h ^ h >>> 15;
    }
}
