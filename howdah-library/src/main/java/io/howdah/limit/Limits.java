// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.Observer;
import io.howdah.internal.Platform;
import io.howdah.internal.loop.Next;
import io.howdah.internal.member.Upkeep;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How often something may happen, over all processes that share the database. Needs no start. Thread-safe.
 *
 * <ul>
 *   <li>{@code tryAcquire} answers at once, {@code acquire} waits, {@code reserve} says how long to wait;
 *   <li>{@link #refund} gives back what was not used, {@link #peek} only looks, {@link #reset} forgets.
 * </ul>
 *
 * <p>A key is what is counted, such as a customer or an address: up to 200 characters. A cost over what a policy can
 * ever grant is a {@link CostTooHighException}.
 */
public final class Limits {
    private static final int MOST_POLICIES = 1_000;
    private static final Duration FURTHEST_AHEAD = Duration.ofHours(1);
    private static final int SWEPT_AT_ONCE = 10_000;

    private final LimitStore store;
    private final LoginStore logins;
    private final Observer observer;
    private final Map<RateLimit, Sender> senders = new ConcurrentHashMap<>();

    /** Made by {@link io.howdah.Howdah}. */
    public Limits(Platform platform) {
        this.store = new LimitStore(platform.db());
        this.logins = new LoginStore(platform.db());
        this.observer = platform.observer();
        platform.backgrounds().register(new Sweeper(new LimitStore(platform.db().bounded()), senders).loop());
        platform.backgrounds()
                .register(Upkeep.loop(
                        "login-sweeper", Duration.ofHours(1), platform.db(), platform.membership(), transaction -> {
                            new LoginStore(transaction).sweep(SWEPT_AT_ONCE);
                            return Next.ON_INTERVAL;
                        }));
    }

    public Decision tryAcquire(RateLimit policy, String key) {
        return tryAcquire(policy, key, 1);
    }

    /** All of the cost, or nothing. */
    public Decision tryAcquire(RateLimit policy, String key, long cost) {
        return told(policy, decide(policy, key, cost));
    }

    private Decision decide(RateLimit policy, String key, long cost) {
        requireGrantable(policy, cost);
        return sender(policy).decide(Check.of(requireKey(key), cost));
    }

    private Decision told(RateLimit policy, Decision decision) {
        switch (decision) {
            case Granted granted ->
                observer.limitGranted(policy.name(), granted.source().name());
            case Denied denied ->
                observer.limitDenied(policy.name(), denied.source().name());
        }
        return decision;
    }

    public Decision acquire(RateLimit policy, String key, Duration longest) throws InterruptedException {
        return acquire(policy, key, 1, longest);
    }

    /**
     * Waits until it is granted, in order of arrival; denied at once when that would take longer. Where a policy has a
     * window there is no order, and it may be denied after having waited. An interrupt gives back what was reserved.
     */
    public Decision acquire(RateLimit policy, String key, long cost, Duration longest) throws InterruptedException {
        return told(policy, awaitGrant(policy, key, cost, longest));
    }

    /** What is asked on the way is not told, only what came of it. */
    private Decision awaitGrant(RateLimit policy, String key, long cost, Duration longest) throws InterruptedException {
        var deadline = System.nanoTime() + longest.toNanos();
        var decision = decide(policy, key, cost);
        while (decision instanceof Denied denied) {
            var left = Duration.ofNanos(deadline - System.nanoTime());
            if (denied.retryIn().compareTo(left) > 0) {
                return denied;
            }
            if (!policy.hasWindow() && denied.source() != Decision.Source.FALLBACK) {
                return awaited(decideAhead(policy, key, cost, shortest(left, FURTHEST_AHEAD)));
            }
            sleep(denied.retryIn());
            decision = decide(policy, key, cost);
        }
        return decision;
    }

    /**
     * Takes tokens that will be there within this time, an hour at most: {@link Granted#delay} says how long to wait
     * before they may be used. {@link #refund} cancels it. Not for policies with a window, which cannot promise
     * anything ahead.
     */
    public Decision reserve(RateLimit policy, String key, long cost, Duration longest) {
        return told(policy, decideAhead(policy, key, cost, longest));
    }

    private Decision decideAhead(RateLimit policy, String key, long cost, Duration longest) {
        requireGrantable(policy, cost);
        if (policy.hasWindow()) {
            throw new IllegalArgumentException("rate limit " + policy + " has a window, of which nothing is reserved");
        }
        if (longest.isNegative() || longest.compareTo(FURTHEST_AHEAD) > 0) {
            throw new IllegalArgumentException("a reservation can be up to an hour ahead: " + longest);
        }
        return sender(policy).decide(Check.ahead(requireKey(key), cost, longest));
    }

    /**
     * Gives back what was granted and not used, as far as it has not been refilled since. False when there was nothing
     * to give back, or when it had been given back already.
     */
    public boolean refund(Granted granted) {
        return granted.giveBack();
    }

    /** How the key stands; tokens that processes have leased count as used. */
    public Standing peek(RateLimit policy, String key) {
        requireLimits(policy);
        return sender(policy).look(requireKey(key));
    }

    /**
     * Forgets what the key has used; false when there was nothing to forget. Other processes may deny it for up to a
     * second more.
     */
    public boolean reset(RateLimit policy, String key) {
        requireLimits(policy);
        return sender(policy).reset(requireKey(key));
    }

    /** Logins by these rules; make it once. */
    public LoginThrottle logins(LoginRules rules) {
        return new LoginThrottle(rules, logins, store);
    }

    private Sender sender(RateLimit policy) {
        var sender = senders.get(policy);
        if (sender == null) {
            if (senders.size() >= MOST_POLICIES) {
                throw new IllegalStateException("there are " + MOST_POLICIES + " rate limits already; is "
                        + policy.name() + " a policy, or should part of its name be a key?");
            }
            sender = senders.computeIfAbsent(policy, wanted -> new Sender(wanted, store));
        }
        return sender;
    }

    private Decision awaited(Decision decision) throws InterruptedException {
        if (decision instanceof Granted granted && granted.delay().isPositive()) {
            try {
                sleep(granted.delay());
            } catch (InterruptedException interrupted) {
                refund(granted);
                throw interrupted;
            }
        }
        return decision;
    }

    private static void sleep(Duration wait) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(wait.toNanos());
    }

    private static Duration shortest(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static void requireGrantable(RateLimit policy, long cost) {
        requireLimits(policy);
        if (cost < 1) {
            throw new IllegalArgumentException("a cost must be positive: " + cost);
        }
        if (cost > policy.mostAtOnce()) {
            throw new CostTooHighException(policy, cost);
        }
    }

    private static void requireLimits(RateLimit policy) {
        if (policy.limits().isEmpty()) {
            throw new IllegalArgumentException(
                    "rate limit " + policy.name() + " has no limit: give it allow or window");
        }
    }

    private static String requireKey(String key) {
        if (key.isEmpty() || key.length() > 200 || key.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a key must have 1 to 200 characters, and no NUL: " + key);
        }
        return key;
    }
}
