// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

/** What a rate limit says: granted or denied, and on what grounds. */
public sealed interface Decision permits Granted, Denied {
    /** Where the answer is from. */
    enum Source {
        /** The database has counted it. */
        DATABASE,
        /** The process had taken tokens ahead: {@link RateLimit#leased}. */
        LEASE,
        /** The process will write it down later: {@link RateLimit#approximate}. */
        ESTIMATE,
        /** The database denied it a moment ago, and nothing can have changed since. */
        MEMORY,
        /** The database does not answer: granted if the policy fails open, denied if it fails closed. */
        FALLBACK
    }

    boolean isGranted();

    /** Tokens that are left for this key: a hint, for others take some too. */
    long remaining();

    Source source();
}
