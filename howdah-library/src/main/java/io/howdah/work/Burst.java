// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What this process has claimed at once of a busy queue: one row in the database instead of a lease for each. What is
 * done a moment later is written down as such and never had a lease; everything else gets one first. Thread-safe, but
 * for what is left, which {@link Bursts} guards.
 */
public final class Burst {
    private final UUID id;
    private final UUID member;
    private final long since = System.nanoTime();

    /** What has not ended, or not been written down yet. */
    private final Set<Long> left = new HashSet<>();

    /** How many of them nobody has begun, or somebody is at. */
    private final AtomicInteger unhandled = new AtomicInteger();

    /** What a handler wanted a lease for, in whatever transaction. */
    private final Set<Long> touched = ConcurrentHashMap.newKeySet();

    /** What has a lease for certain. */
    private final Set<Long> leased = ConcurrentHashMap.newKeySet();

    private volatile boolean over;

    Burst(UUID id, UUID member) {
        this.id = id;
        this.member = member;
    }

    UUID id() {
        return id;
    }

    UUID member() {
        return member;
    }

    long since() {
        return since;
    }

    Set<Long> left() {
        return left;
    }

    void add(long work) {
        left.add(work);
        unhandled.incrementAndGet();
    }

    void handled() {
        unhandled.decrementAndGet();
    }

    /** Whether anything of it waits for more than to be written down. */
    boolean isBeingHandled() {
        return unhandled.get() > 0;
    }

    /** There is no row any more: what is left has leases, or others have it. */
    boolean isOver() {
        return over;
    }

    void over() {
        over = true;
    }

    void touch(long work) {
        touched.add(work);
    }

    boolean isTouched(long work) {
        return touched.contains(work);
    }

    boolean isTouched() {
        return !touched.isEmpty();
    }

    void leased(long work) {
        leased.add(work);
    }

    /** Whether that one has to be given a lease before it is ended or held on to. */
    boolean isBare(long work) {
        return !over && !leased.contains(work);
    }
}
