// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.log;

/**
 * What a partition of a topic holds.
 *
 * @param first the oldest offset that is there, or will be
 * @param next the offset that the next event gets
 */
public record LogPartition(int partition, String first, String next) {
    /** How many events it holds. */
    public long size() {
        return Long.parseLong(next) - Long.parseLong(first);
    }
}
