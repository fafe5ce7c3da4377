// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;
import java.util.List;

/** How logins are throttled. Every choice has a default that suits a public site. Immutable. */
public final class LoginRules {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration YEAR = Duration.ofDays(365);

    /** What one client may do on one account. */
    record Client(int free, Duration firstDelay, Duration longestDelay, Duration forgetAfter, Duration knownFor) {}

    private final Client client;
    private final List<RateLimit> limits;

    private LoginRules(Client client, List<RateLimit> limits) {
        this.client = client;
        this.limits = limits;
    }

    /**
     * A client has 5 free attempts on an account, then waits 1 s, 2 s, 4 s and so on up to 15 min, until it succeeds or
     * stays away for an hour. Strangers have 100 failures per address in 15 min, 100 per account and hour, and 10 000
     * per minute altogether. Who has logged in within 90 days is no stranger.
     */
    public static LoginRules standard() {
        return new LoginRules(
                new Client(5, Duration.ofSeconds(1), Duration.ofMinutes(15), Duration.ofHours(1), Duration.ofDays(90)),
                List.of(
                        policy("login-address", 100, Duration.ofMinutes(15)),
                        policy("login-account", 100, Duration.ofHours(1)),
                        policy("login", 10_000, Duration.ofMinutes(1))));
    }

    /** How many attempts of a client on an account go without a delay. */
    public LoginRules freeAttempts(int free) {
        if (free < 1) {
            throw new IllegalArgumentException("there must be at least 1 free attempt: " + free);
        }
        return with(new Client(free, client.firstDelay, client.longestDelay, client.forgetAfter, client.knownFor));
    }

    /** The delay after the last free attempt, and the longest; it doubles in between. */
    public LoginRules delays(Duration first, Duration longest) {
        if (!first.isPositive() || longest.compareTo(first) < 0 || longest.compareTo(client.forgetAfter) >= 0) {
            throw new IllegalArgumentException("delays must be positive, growing, and shorter than failures are"
                    + " remembered (" + client.forgetAfter + "): " + first + " to " + longest);
        }
        return with(new Client(client.free, first, longest, client.forgetAfter, client.knownFor));
    }

    /** How long after its last failure a client's failures on an account are forgotten; a day at most. */
    public LoginRules forgetAfter(Duration wait) {
        if (wait.compareTo(client.longestDelay) <= 0 || wait.compareTo(DAY) > 0) {
            throw new IllegalArgumentException("failures must be remembered longer than the longest delay ("
                    + client.longestDelay + ") and at most a day: " + wait);
        }
        return with(new Client(client.free, client.firstDelay, client.longestDelay, wait, client.knownFor));
    }

    /** How long a client that has logged in counts as known to the account; a year at most. */
    public LoginRules knownFor(Duration period) {
        if (!period.isPositive() || period.compareTo(YEAR) > 0) {
            throw new IllegalArgumentException("a client can be known for up to a year: " + period);
        }
        return with(new Client(client.free, client.firstDelay, client.longestDelay, client.forgetAfter, period));
    }

    /** How often strangers may fail from one address. */
    public LoginRules perAddress(long count, Duration period) {
        return new LoginRules(client, List.of(policy("login-address", count, period), limits.get(1), limits.get(2)));
    }

    /** How often strangers may fail on one account, from wherever. */
    public LoginRules perAccount(long count, Duration period) {
        return new LoginRules(client, List.of(limits.get(0), policy("login-account", count, period), limits.get(2)));
    }

    /** How often strangers may fail altogether: what hashing their passwords may cost. */
    public LoginRules altogether(long count, Duration period) {
        return new LoginRules(client, List.of(limits.get(0), limits.get(1), policy("login", count, period)));
    }

    Client client() {
        return client;
    }

    /** Per address, per account, altogether. */
    List<RateLimit> limits() {
        return limits;
    }

    private LoginRules with(Client other) {
        return new LoginRules(other, limits);
    }

    private static RateLimit policy(String name, long count, Duration period) {
        return RateLimit.named(name).allow(count, period).durable();
    }
}
