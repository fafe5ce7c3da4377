// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids for events that were given none: a number that this process has drawn at random, and a count. So an id is known
 * before anything is sent, and no two processes make the same. Thread-safe.
 */
final class EventIds {
    private static final int RADIX = 36;

    /** Those bits of a random UUID's second half that are random. */
    private static final long RANDOM = (1L << 62) - 1;

    private final String process;
    private final AtomicLong count = new AtomicLong();

    EventIds() {
        process = Long.toString(UUID.randomUUID().getLeastSignificantBits() & RANDOM, RADIX) + "-";
    }

    String next() {
        return process + Long.toString(count.incrementAndGet(), RADIX);
    }
}
