// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who holds a lock, and what is known of it.
 *
 * @param member the process, by its name, or whoever took it in SQL
 * @param pid of the process, on its host
 * @param backend the session's process id on the server; of session locks only
 * @param waiters how many processes wait for it
 * @param doing what the session is doing, as far as the asking role may see it
 * @param alsoHeld what the same session holds besides, and would lose with it if it were ended
 */
public record LockHolder(
        LockName name,
        Kind kind,
        LockMode mode,
        Optional<String> member,
        Optional<String> host,
        Optional<Long> pid,
        Optional<Long> backend,
        Instant since,
        long token,
        Optional<Instant> expiresAt,
        long waiters,
        Optional<String> doing,
        List<String> alsoHeld) {
    /** What kind of lock it is. */
    public enum Kind {
        SESSION,
        LEASE;

        static Kind of(String kind) {
            return valueOf(kind.toUpperCase(Locale.ROOT));
        }
    }
}
