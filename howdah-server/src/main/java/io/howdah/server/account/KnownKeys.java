// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.web.access.Caller;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The keys that were found good less than half a second ago, by the hashes of their secrets, so that a program that
 * calls a thousand times a second is looked up twice. Thread-safe.
 *
 * <p>What is revoked stops to work on every replica within that half second: the time counts from before the question
 * is put, and an answer that does not know of a revocation was asked for before the revocation was committed. A key
 * that expires is remembered until then at most, by the same argument. What was not found is asked for each time, so
 * nobody fills this by guessing, and a new key works at once. People are asked for at every request: they send few, and
 * what is taken from them is gone with the next.
 */
final class KnownKeys {
    static final Duration REMEMBERED = Duration.ofMillis(500);
    private static final int MOST = 10_000;

    private final SessionStore store;
    private final int most;
    private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

    KnownKeys(SessionStore store) {
        this(store, MOST);
    }

    KnownKeys(SessionStore store, int most) {
        this.store = store;
        this.most = most;
    }

    Optional<Caller> callerOf(String id, Token secret) {
        var hash = secret.hash();
        var asked = System.nanoTime();
        var remembered = known.get(id);
        if (remembered != null && remembered.isGood(hash, asked)) {
            return Optional.of(remembered.caller);
        }
        var found = store.program(id, hash);
        found.ifPresent(program -> remember(id, hash, program, asked));
        return found.map(SessionStore.Program::caller);
    }

    int size() {
        return known.size();
    }

    private void remember(String id, byte[] hash, SessionStore.Program program, long asked) {
        if (known.size() >= most) {
            known.clear();
        }
        var valid =
                program.left().filter(left -> left.compareTo(REMEMBERED) < 0).orElse(REMEMBERED);
        known.put(id, new Known(hash, program.caller(), asked + valid.toNanos()));
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Known(byte[] hash, Caller caller, long until) {
        boolean isGood(byte[] given, long now) {
            return now - until < 0 && MessageDigest.isEqual(hash, given);
        }
    }
}
