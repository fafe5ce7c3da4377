// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.HowdahException;

/** Locks of this kind cannot be had here or now, whoever holds them. */
public final class LockUnavailableException extends HowdahException {
    private LockUnavailableException(String code, String message) {
        super(code, message, null);
    }

    static LockUnavailableException pooler() {
        return new LockUnavailableException(
                "lock-pooler",
                "Session locks need a session of their own, and a transaction pooler is in between: give"
                        + " Howdah.builder(…).direct(…) an address that bypasses it, or use leases");
    }

    static LockUnavailableException standby() {
        return new LockUnavailableException(
                "lock-standby",
                "Session locks of a standby exclude nobody on the primary: give Howdah.builder(…).direct(…) an address"
                        + " that leads to the primary");
    }

    static LockUnavailableException stopped() {
        return new LockUnavailableException(
                "lock-stopped",
                "Locks are watched and renewed in the background, and this Howdah is not started or is stopping:"
                        + " call start() first");
    }

    static LockUnavailableException limit(long limit) {
        return new LockUnavailableException(
                "lock-limit",
                "This process has " + limit + " session locks held or waited for, which is its share of the server's"
                        + " lock table: hold fewer, use leases, or raise max_locks_per_transaction");
    }
}
