// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.DatabaseException;
import io.howdah.internal.loop.Backoff;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the database is away for a policy: then nobody waits for it, and now and then one looks. Thread-safe. */
final class Outage {
    private static final Logger log = LoggerFactory.getLogger(Outage.class);
    private static final Backoff LOOKS = Backoff.between(Duration.ofMillis(50), Duration.ofSeconds(1));

    /** Lock not available, cancelled: the server is there, but did not answer in time. */
    private static final Set<String> TOO_SLOW = Set.of("55P03", "57014");

    private final RateLimit policy;
    private int failures;
    private long end;

    Outage(RateLimit policy) {
        this.policy = policy;
    }

    static boolean isTooSlow(DatabaseException failure) {
        return failure.sqlState() != null && TOO_SLOW.contains(failure.sqlState());
    }

    /** Whether nobody could be asked, rather than something being wrong with the question. */
    static boolean isAway(DatabaseException failure) {
        return isTooSlow(failure) || failure.isRetryable() || failure.isOutcomeUnknown();
    }

    /** How long not to ask; zero when the database answers, or when it is time to look. */
    synchronized Duration left() {
        return failures == 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    synchronized void failed(String why) {
        failures++;
        end = System.nanoTime() + LOOKS.after(failures).toNanos();
        if (failures == 1) {
            log.warn(
                    "Rate limit {} cannot ask the database and {} everything meanwhile: {}",
                    policy.name(),
                    policy.isOpen() ? "grants" : "denies",
                    why);
        }
    }

    synchronized void over() {
        if (failures > 0) {
            log.info("Rate limit {} is counted by the database again", policy.name());
            failures = 0;
        }
    }
}
