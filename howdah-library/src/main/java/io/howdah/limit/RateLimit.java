// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is allowed, under a name. Make it a constant; each key that it is asked about has counts of its own. A policy
 * whose limits change begins with new counts. Immutable.
 *
 * <p>Where it has several limits, all of them must allow what is asked, or nothing is taken of any.
 */
public final class RateLimit {
    private static final int MOST_LIMITS = 4;
    private static final int LEAST_TO_LEASE = 100;
    private static final long LONGEST_LEASE = Duration.ofSeconds(1).toNanos();
    private static final long MOST_ESTIMATED = Duration.ofMinutes(1).toNanos();

    /** Who keeps count. */
    enum Mode {
        EXACT,
        LEASED,
        APPROXIMATE
    }

    /** Everything but name and limits. */
    private record Choices(Mode mode, long unwritten, boolean durable, Optional<Boolean> open, Duration patience) {
        static final Choices DEFAULT = new Choices(Mode.EXACT, 0, false, Optional.empty(), Duration.ofSeconds(1));
    }

    private final String name;
    private final List<Bandwidth> limits;
    private final Choices choices;

    private RateLimit(String name, List<Bandwidth> limits, Choices choices) {
        this.name = name;
        this.limits = List.copyOf(limits);
        this.choices = choices;
        requireSense();
    }

    /** A policy that has no limit yet: give it at least one. The name has 1 to 100 characters. */
    public static RateLimit named(String name) {
        if (name.isEmpty() || name.length() > 100 || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the name of a rate limit must have 1 to 100 characters: " + name);
        }
        return new RateLimit(name, List.of(), Choices.DEFAULT);
    }

    /**
     * A bucket of so many tokens that refills evenly within the period: a burst of all of them is allowed, and no more
     * than that and what was refilled meanwhile.
     */
    public RateLimit allow(long count, Duration period) {
        return with(new Bandwidth(count, period, false));
    }

    /** Never more than so many in any period of that length, wherever it begins. */
    public RateLimit window(long count, Duration period) {
        return with(new Bandwidth(count, period, true));
    }

    /** Every check is counted in the database before it is answered. The default. */
    public RateLimit exact() {
        return choose(new Choices(Mode.EXACT, 0, choices.durable, choices.open, choices.patience));
    }

    /**
     * A process takes tokens ahead, for at most a twentieth of the shortest period and at most a second, and hands them
     * out without asking. Never more is granted than the limits allow; a burst is smaller by what a lease's length
     * refills, and what a process has taken ahead and not used, at most an eighth, is lost. Needs limits of at least
     * 100.
     */
    public RateLimit leased() {
        return choose(new Choices(Mode.LEASED, 0, choices.durable, choices.open, choices.patience));
    }

    /**
     * A process hands out up to so many tokens of a key before it writes down that it has: with <i>n</i> processes
     * there may be <i>n</i> times that many too many, never more, and later checks pay for it.
     */
    public RateLimit approximate(long unwritten) {
        if (unwritten < 1) {
            throw new IllegalArgumentException("what " + name + " may leave unwritten must be positive: " + unwritten);
        }
        return choose(new Choices(Mode.APPROXIMATE, unwritten, choices.durable, choices.open, choices.patience));
    }

    /**
     * Counts survive a crash of the server and a failover, at the price of a commit. Without it a crash empties them:
     * right for load, wrong for security.
     */
    public RateLimit durable() {
        return choose(new Choices(choices.mode, choices.unwritten, true, choices.open, choices.patience));
    }

    /** Everything is granted while the database does not answer. The default, unless durable. */
    public RateLimit failOpen() {
        return choose(
                new Choices(choices.mode, choices.unwritten, choices.durable, Optional.of(true), choices.patience));
    }

    /** Nothing is granted while the database does not answer. The default of durable policies. */
    public RateLimit failClosed() {
        return choose(
                new Choices(choices.mode, choices.unwritten, choices.durable, Optional.of(false), choices.patience));
    }

    /** How long a check waits for the database before it counts as away. Default: 1 s. */
    public RateLimit answerWithin(Duration patience) {
        if (!patience.isPositive()) {
            throw new IllegalArgumentException("the patience of " + name + " must be positive: " + patience);
        }
        return choose(new Choices(choices.mode, choices.unwritten, choices.durable, choices.open, patience));
    }

    public String name() {
        return name;
    }

    /** The most that one check can ever be granted. */
    public long mostAtOnce() {
        return limits.stream()
                .mapToLong(limit -> limit.capacity(slackNanos()))
                .min()
                .orElse(0);
    }

    /** All of which must allow what is asked. */
    public List<Bandwidth> limits() {
        return limits;
    }

    Mode mode() {
        return choices.mode;
    }

    long unwritten() {
        return choices.unwritten;
    }

    boolean isDurable() {
        return choices.durable;
    }

    boolean isOpen() {
        return choices.open.orElse(!choices.durable);
    }

    Duration patience() {
        return choices.patience;
    }

    boolean hasWindow() {
        return limits.stream().anyMatch(Bandwidth::isWindow);
    }

    /** How long a lease lasts, and so how much later than it was counted a token may be used; 0 without leases. */
    long slackNanos() {
        if (choices.mode != Mode.LEASED || limits.isEmpty()) {
            return 0;
        }
        var shortest = limits.stream().map(Bandwidth::period).min(Comparator.naturalOrder());
        return Math.min(LONGEST_LEASE, shortest.orElseThrow().toNanos() / 20);
    }

    private RateLimit with(Bandwidth limit) {
        return new RateLimit(
                name, Stream.concat(limits.stream(), Stream.of(limit)).toList(), choices);
    }

    private RateLimit choose(Choices other) {
        return new RateLimit(name, limits, other);
    }

    private void requireSense() {
        if (limits.size() > MOST_LIMITS) {
            throw new IllegalArgumentException("rate limit " + name + " has more than " + MOST_LIMITS + " limits");
        }
        for (var limit : limits) {
            if (choices.mode == Mode.LEASED && limit.count() < LEAST_TO_LEASE) {
                throw new IllegalArgumentException("rate limit " + name + " of " + limit
                        + " is too small to be leased; that begins at " + LEAST_TO_LEASE);
            }
            if (choices.unwritten > limit.count()) {
                throw new IllegalArgumentException("rate limit " + name + " of " + limit + " may not leave "
                        + choices.unwritten + " unwritten, which is more than the limit");
            }
            if (!limit.isWindow() && choices.unwritten > MOST_ESTIMATED / limit.tokenNanos()) {
                throw new IllegalArgumentException("rate limit " + name + " of " + limit + " may not leave "
                        + choices.unwritten + " unwritten, which it takes more than a minute to refill");
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RateLimit that
                && name.equals(that.name)
                && limits.equals(that.limits)
                && choices.equals(that.choices);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, limits, choices);
    }

    @Override
    public String toString() {
        return name + " " + limits;
    }
}
