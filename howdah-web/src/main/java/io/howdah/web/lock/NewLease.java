// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.lock;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lease that a client wants: which one, and for how long. */
record NewLease(
        @Nullable String namespace,
        @Nullable String name,
        @Nullable String owner,
        @Nullable Duration ttl,
        @Nullable Duration lockDelay,
        @Nullable Duration minHold,
        @Nullable Integer permits) {
    private static final Duration STANDARD_TTL = Duration.ofSeconds(30);

    NewLease {
        lock(namespace, name);
    }

    LockName lock() {
        return lock(namespace, name);
    }

    Duration time() {
        return Given.or(ttl, STANDARD_TTL);
    }

    LeaseOptions options() {
        var options = LeaseOptions.standard().ttl(time());
        options = Given.with(options, lockDelay, LeaseOptions::lockDelay);
        options = Given.with(options, minHold, LeaseOptions::minHold);
        return Given.with(options, permits, LeaseOptions::permits);
    }

    /** A lease that is to last longer, by the token that came with it. */
    record NewLeaseRenewal(
            @Nullable String namespace,
            @Nullable String name,
            @Nullable String token,
            @Nullable Duration ttl) {
        NewLeaseRenewal {
            NewLease.lock(namespace, name);
            NewLease.number(token);
        }

        LockName lock() {
            return NewLease.lock(namespace, name);
        }

        long number() {
            return NewLease.number(token);
        }

        Duration time() {
            return Given.or(ttl, STANDARD_TTL);
        }
    }

    /** A lease that is given back. */
    record NewLeaseRelease(
            @Nullable String namespace,
            @Nullable String name,
            @Nullable String token) {
        NewLeaseRelease {
            NewLease.lock(namespace, name);
            NewLease.number(token);
        }

        LockName lock() {
            return NewLease.lock(namespace, name);
        }

        long number() {
            return NewLease.number(token);
        }
    }

    private static LockName lock(@Nullable String namespace, @Nullable String name) {
        if (namespace == null || name == null) {
            throw WebException.invalid("A lease has a namespace and a name.");
        }
        return LockName.of(namespace, name);
    }

    private static long number(@Nullable String token) {
        try {
            return Long.parseLong(Given.or(token, ""));
        } catch (NumberFormatException wrong) {
            throw WebException.invalid("token is the number that came with the lease: " + token);
        }
    }
}
