// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

/** What a candidate does while it leads. */
public interface LeaderListener {
    /**
     * Called on a thread of its own when this process begins to lead. It may return at once or do its work here until
     * it is interrupted, which happens when the term is over. No other process leads before this has returned, as long
     * as that takes no longer than the time between the interrupt and the end of the lease: a quarter of its ttl, up to
     * 10 s. When it resigns, that time is not limited.
     *
     * @param term the lease: its token is the number of the term, and {@code fence} protects what is written in it
     */
    void elected(LockHandle term) throws Exception;

    /** Called when the term is over, before {@link #elected} has necessarily returned. */
    default void deposed(LockHandle term, String why) {}
}
