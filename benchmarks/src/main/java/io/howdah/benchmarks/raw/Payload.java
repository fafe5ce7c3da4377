// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.raw;

import java.util.Random;

/** A kilobyte that does not compress; the same in every run. */
public final class Payload {
    private static final int BYTES = 1024;

    private Payload() {}

    public static byte[] kilobyte() {
        byte[] bytes = new byte[BYTES];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
