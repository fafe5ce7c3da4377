// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.time.Duration;
import java.util.Locale;

/**
 * Is told what this process does, as it happens: for figures, never for decisions. Each method is called by the thread
 * that does the work, so it must be quick and may be called by many at once; what it throws is logged and changes
 * nothing. Names of queues, kinds, topics, groups and policies are those that the application chose: whoever counts by
 * them bounds how many there can be.
 */
public interface Observer {
    /** Looks away. */
    Observer NONE = new Observer() {};

    /** How something ended. */
    enum Outcome {
        DONE,
        /** The handler ended it in a transaction of its own, together with what it wrote. */
        IN_TRANSACTION,
        /** It failed and is tried again. */
        RETRIED,
        /** It asked to be run again later, or the process stopped. */
        SNOOZED,
        /** It failed for the last time. */
        DEAD,
        DISCARDED,
        CANCELLED,
        /** It was somebody else's by the time it ended, and so its end changed nothing. */
        LOST;

        private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

        /** As figures have it. */
        public String word() {
            return word;
        }
    }

    /** Jobs, messages or deliveries of a queue were taken by this process, or by somebody through it. */
    default void taken(String queue, int count) {}

    /** A handler of this process has ended an attempt; its end is not written yet. */
    default void attempted(String queue, String kind, Outcome outcome, Duration took) {}

    /** An attempt of this process was somebody else's when its end was to be written. */
    default void attemptLost(String queue, String kind) {}

    /** Whoever received messages or claimed jobs through this process has ended so many. */
    default void settled(Outcome outcome, int count) {}

    /** Work of a process that died or left was given back by this one. */
    default void givenBack(String queue, long count) {}

    /** A handler of this process has been through events of a topic: DONE, RETRIED or LOST. */
    default void handled(String topic, String group, Outcome outcome, long events, Duration took) {}

    /**
     * A lock of this process was lost.
     *
     * @param kind {@code session} or {@code lease}
     */
    default void lockLost(String kind, String name) {}

    /** This process was out of touch for so long that others may have declared it dead. */
    default void membershipLost() {}

    /**
     * A rate limit let pass.
     *
     * @param source what it went by: {@code DATABASE}, {@code LEASE}, {@code ESTIMATE}, {@code MEMORY} or
     *     {@code FALLBACK}
     */
    default void limitGranted(String policy, String source) {}

    /** A rate limit refused. */
    default void limitDenied(String policy, String source) {}

    /**
     * A notification was carried to an address.
     *
     * @param result what came of it: {@code DELIVERED}, {@code FAILED}, {@code REFUSED} or {@code GONE}
     */
    default void delivered(String channel, String result, Duration took) {}
}
