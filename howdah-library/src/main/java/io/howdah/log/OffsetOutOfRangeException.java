// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.HowdahException;

/** An offset that the partition does not have: its event was dropped already, or was never appended. */
public final class OffsetOutOfRangeException extends HowdahException {
    private final long first;
    private final long next;

    OffsetOutOfRangeException(Topic topic, int partition, long wanted, long first, long next) {
        super(
                "offset-out-of-range",
                "Partition " + partition + " of topic " + topic + " has offsets " + first + " to " + next
                        + " (exclusive), not " + wanted,
                null);
        this.first = first;
        this.next = next;
    }

    /** The oldest offset that is there. */
    public long first() {
        return first;
    }

    /** The offset that the next event will have. */
    public long next() {
        return next;
    }
}
