// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Duration;

/** How what was given up is delivered again. Immutable. */
public final class Redelivery {
    private final Duration gap;
    private final boolean delivered;

    private Redelivery(Duration gap, boolean delivered) {
        this.gap = gap;
        this.delivered = delivered;
    }

    /** All of it as soon as it can be, dead ones only. */
    public static Redelivery atOnce() {
        return new Redelivery(Duration.ZERO, false);
    }

    /** So many in a period, evenly. */
    public static Redelivery rate(int count, Duration period) {
        if (count < 1 || !period.isPositive()) {
            throw new IllegalArgumentException("a rate is at least one in some time: " + count + " in " + period);
        }
        return new Redelivery(period.dividedBy(count), false);
    }

    /** Also what was delivered, for receivers that have lost what they had: it has the same ids. */
    public Redelivery withDelivered() {
        return new Redelivery(gap, true);
    }

    Duration gap() {
        return gap;
    }

    boolean isWithDelivered() {
        return delivered;
    }
}
