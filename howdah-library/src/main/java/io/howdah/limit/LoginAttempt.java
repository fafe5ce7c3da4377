// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;

/** Whether a password may be looked at. */
public sealed interface LoginAttempt {
    /** Why not. Tell the client only when to come back. */
    enum Reason {
        /** This client has failed on this account too often; each time it waits longer. */
        DELAY,
        /** Too much was tried from its address, on whatever accounts. */
        ADDRESS,
        /** Too much was tried on the account, from wherever; whoever has logged in from here before gets through. */
        ACCOUNT,
        /** Too much was tried by strangers altogether. */
        EVERYBODY,
        /** The database does not answer, so nothing can be counted. */
        DATABASE_AWAY
    }

    /** Look at the password. The attempt has been counted as failed: if it did not, say so. */
    final class Allowed implements LoginAttempt {
        private final Runnable success;

        Allowed(Runnable success) {
            this.success = success;
        }

        /**
         * The password was right: forgets what this client had failed at on this account, and remembers where it is
         * logged in to from.
         */
        public void succeeded() {
            success.run();
        }
    }

    /** Do not look at the password, and count nothing. */
    record Refused(Reason reason, Duration retryIn) implements LoginAttempt {}
}
