// SPDX-License-Identifier: Apache-2.0
package io.howdah.job.schedule;

import java.util.OptionalInt;

/**
 * What happens to ticks that nobody took in time, because no process was alive. A tick is missed when a later one has
 * come due before it was taken, and under {@link #skip} also when it is more than a minute late. Ticks of the time when
 * a schedule was paused are not missed: they never were. Immutable.
 */
public final class Misfire {
    private static final int MOST = 1_000;
    private static final Misfire SKIP = new Misfire("skip", 0);
    private static final Misfire COALESCE = new Misfire("coalesce", 1);

    private final String policy;
    private final int most;

    private Misfire(String policy, int most) {
        this.policy = policy;
        this.most = most;
    }

    /** None of those that were missed is run. */
    public static Misfire skip() {
        return SKIP;
    }

    /** One run for all that were missed, as late as it may be; it stands for the latest of them. */
    public static Misfire coalesce() {
        return COALESCE;
    }

    /** Each one that was missed is run, in order, but only the latest of them when there are more: 1 to 1000. */
    public static Misfire catchUp(int most) {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("the ticks to catch up with are 1 to " + MOST + ": " + most);
        }
        return new Misfire("catch-up", most);
    }

    static Misfire of(String policy, OptionalInt most) {
        return switch (policy) {
            case "skip" -> SKIP;
            case "coalesce" -> COALESCE;
            case "catch-up" -> catchUp(most.orElseThrow());
            default -> throw new IllegalStateException("a newer version's policy for missed ticks: " + policy);
        };
    }

    String policy() {
        return policy;
    }

    /** How many to catch up with; empty where that is not the policy. */
    OptionalInt catchUp() {
        return policy.equals("catch-up") ? OptionalInt.of(most) : OptionalInt.empty();
    }

    /** How many of the ticks that are due are run, whatever their age. */
    int most() {
        return most;
    }

    @Override
    public String toString() {
        return catchUp().isPresent() ? policy + " " + most : policy;
    }
}
