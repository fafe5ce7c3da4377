// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a group reads. Immutable. */
public final class GroupOptions {
    private static final int MOST_IN_BATCH = 10_000;
    private static final int MOST_LANES = 256;
    private static final int MOST_ATTEMPTS = 1_000;

    private final StartAt start;
    private final int batch;
    private final int lanes;
    private final OnPoison onPoison;
    private final Trying trying;
    private final Placing placing;

    /** How often a unit is tried, how far apart, and how long one try may take. */
    record Trying(int attempts, Duration firstPause, Duration longestPause, Duration timeout) {}

    /** Whether the effect is in the database, whether retention waits for the group, and where else it reads. */
    record Placing(
            boolean outside,
            boolean protectedFromRetention,
            @Nullable EventSource source) {}

    private GroupOptions(StartAt start, int batch, int lanes, OnPoison onPoison, Trying trying, Placing placing) {
        this.start = start;
        this.batch = batch;
        this.lanes = lanes;
        this.onPoison = onPoison;
        this.trying = trying;
        this.placing = placing;
    }

    /** From the earliest event on, 100 events at a time, one lane, five attempts, then the key is parked. */
    public static GroupOptions standard() {
        return new GroupOptions(
                StartAt.earliest(),
                100,
                1,
                OnPoison.PARK_KEY,
                new Trying(5, Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofMinutes(5)),
                new Placing(false, false, null));
    }

    /** Where a group that was never there before begins. */
    public GroupOptions startAt(StartAt start) {
        return new GroupOptions(start, batch, lanes, onPoison, trying, placing);
    }

    /** How many events are handed over at a time; more when a unit is longer. */
    public GroupOptions batch(int events) {
        require(events >= 1 && events <= MOST_IN_BATCH, "a batch has 1 to 10000 events: " + events);
        return new GroupOptions(start, events, lanes, onPoison, trying, placing);
    }

    /** How many units of a partition may be handled at the same time; those that share a key keep their order. */
    public GroupOptions lanes(int lanes) {
        require(lanes >= 1 && lanes <= MOST_LANES, "a partition has 1 to 256 lanes: " + lanes);
        return new GroupOptions(start, batch, lanes, onPoison, trying, placing);
    }

    public GroupOptions onPoison(OnPoison onPoison) {
        return new GroupOptions(start, batch, lanes, onPoison, trying, placing);
    }

    /** How often a unit is tried before it counts as poison, the first time included. */
    public GroupOptions attempts(int most) {
        require(most >= 1 && most <= MOST_ATTEMPTS, "attempts must be 1 to 1000: " + most);
        return tried(new Trying(most, trying.firstPause(), trying.longestPause(), trying.timeout()));
    }

    /** How long to wait between attempts: twice as long each time, from the first to the longest. */
    public GroupOptions pauses(Duration first, Duration longest) {
        require(!first.isNegative() && longest.compareTo(first) >= 0, "pauses grow from " + first + " to " + longest);
        return tried(new Trying(trying.attempts(), first, longest, trying.timeout()));
    }

    /** How long a handler may take before it is interrupted; after twice that the partition is given to another. */
    public GroupOptions timeout(Duration timeout) {
        require(timeout.isPositive(), "a timeout must be positive: " + timeout);
        return tried(new Trying(trying.attempts(), trying.firstPause(), trying.longestPause(), timeout));
    }

    /**
     * The handler's effect is outside the database: it gets no connection, and the group moves on after it has
     * returned. At least once, then, with {@link EventBatch#generation} as a fence.
     */
    public GroupOptions outside() {
        return placed(new Placing(true, placing.protectedFromRetention(), placing.source()));
    }

    /** Retention waits for this group: what it has not read is not dropped. */
    public GroupOptions protectedFromRetention() {
        return placed(new Placing(placing.outside(), true, placing.source()));
    }

    /** Reads a copy of the topic in place of the database; the group's places mean the same. */
    public GroupOptions from(EventSource source) {
        return placed(new Placing(placing.outside(), placing.protectedFromRetention(), source));
    }

    private GroupOptions placed(Placing placing) {
        return new GroupOptions(start, batch, lanes, onPoison, trying, placing);
    }

    StartAt start() {
        return start;
    }

    int batch() {
        return batch;
    }

    int lanes() {
        return lanes;
    }

    OnPoison onPoison() {
        return onPoison;
    }

    Trying trying() {
        return trying;
    }

    boolean isOutside() {
        return placing.outside();
    }

    boolean isProtected() {
        return placing.protectedFromRetention();
    }

    Optional<EventSource> source() {
        return Optional.ofNullable(placing.source());
    }

    private GroupOptions tried(Trying changed) {
        return new GroupOptions(start, batch, lanes, onPoison, changed, placing);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
