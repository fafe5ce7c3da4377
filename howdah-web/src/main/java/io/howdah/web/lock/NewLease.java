// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.lock;

import io.howdah.lock.LeaseOptions;
import io.howdah.lock.LockName;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a client says of a lease: which one, for how long, and by which token once it has it. */
record NewLease(
        @Nullable String namespace,
        @Nullable String name,
        @Nullable String owner,
        @Nullable Duration ttl,
        @Nullable Duration lockDelay,
        @Nullable Duration minHold,
        @Nullable Integer permits,
        @Nullable String token) {
    private static final Duration STANDARD_TTL = Duration.ofSeconds(30);

    NewLease {
        if (namespace == null || name == null) {
            throw WebException.invalid("A lease has a namespace and a name.");
        }
    }

    LockName lock() {
        return LockName.of(Given.or(namespace, ""), Given.or(name, ""));
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

    long requireToken() {
        try {
            return Long.parseLong(Given.or(token, ""));
        } catch (NumberFormatException wrong) {
            throw WebException.invalid("token is the number that came with the lease: " + token);
        }
    }
}
