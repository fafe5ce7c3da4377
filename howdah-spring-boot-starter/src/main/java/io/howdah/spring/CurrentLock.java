// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LockHandle;
import io.howdah.lock.LockedWork;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lock of the {@link Locked} method that the thread is in: its token, and the fence of what is written. */
public final class CurrentLock {
    private static final ThreadLocal<@Nullable LockHandle> CURRENT = new ThreadLocal<>();

    private CurrentLock() {}

    /** That of the innermost such method. */
    public static Optional<LockHandle> handle() {
        return Optional.ofNullable(CURRENT.get());
    }

    static <T> T within(LockHandle lock, LockedWork<T> work) throws Exception {
        var outer = CURRENT.get();
        CURRENT.set(lock);
        try {
            return work.run(lock);
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }
}
