// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

/**
 * What the database says about a line.
 *
 * @param granted how many of its checks
 * @param extra tokens taken ahead
 * @param room tokens that are left
 * @param waitNanos until one more of this cost could be granted
 * @param delayNanos before what was reserved may be used
 * @param atNanos when, by the database's clock, since 1970
 */
record Verdict(int granted, long extra, long room, long waitNanos, long delayNanos, long fullInNanos, long atNanos) {
    /** Of a check that nobody counted. */
    static final Verdict NONE = new Verdict(0, 0, 0, 0, 0, 0, 0);

    /** The same, with so many tokens left: what a process knows of its own use since. */
    Verdict withRoom(long left) {
        return new Verdict(granted, extra, left, waitNanos, 0, fullInNanos, atNanos);
    }
}
