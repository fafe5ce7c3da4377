// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace.store;

import java.util.regex.Pattern;

/**
 * What a chunk is called in a store: what its bytes are, and a number that is never used twice. So nobody who removes a
 * chunk late removes another one that came after it with the same bytes.
 *
 * @param sha256 of its bytes, in 64 hexadecimal digits
 */
public record ChunkName(String sha256, long number) {
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    public ChunkName {
        if (!SHA_256.matcher(sha256).matches() || number < 1) {
            throw new IllegalArgumentException("not the name of a chunk: " + sha256 + "-" + number);
        }
    }

    @Override
    public String toString() {
        return sha256 + "-" + number;
    }
}
