// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

/** A chunk of a file that is being written: it has its number once it has been announced. */
final class Piece {
    private final String sha256;
    private final int size;
    private long chunk;

    Piece(String sha256, int size) {
        this.sha256 = sha256;
        this.size = size;
    }

    String sha256() {
        return sha256;
    }

    int size() {
        return size;
    }

    void announced(long number) {
        this.chunk = number;
    }

    long chunk() {
        if (chunk == 0) {
            throw new IllegalStateException("chunk " + sha256 + " has not been announced");
        }
        return chunk;
    }
}
