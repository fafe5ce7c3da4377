// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

/** Where a group is in a partition, and where a seek puts it. */
public record Move(int partition, long from, long to) {
    /** How many events would be handled again (positive) or left out (negative). */
    public long replayed() {
        return from - to;
    }
}
