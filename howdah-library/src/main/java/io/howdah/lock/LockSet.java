// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.util.ArrayList;
import java.util.List;

/** Several locks that were acquired together, all or none. Thread-safe. */
public final class LockSet implements AutoCloseable {
    private final List<LockHandle> handles;

    LockSet(List<LockHandle> handles) {
        this.handles = List.copyOf(handles);
    }

    /** In the order in which they were acquired, which is not that in which they were asked for. */
    public List<LockHandle> handles() {
        return handles;
    }

    /** Whether all are held. */
    public boolean isHeld() {
        return handles.stream().allMatch(LockHandle::isHeld);
    }

    /**
     * Releases all, also when some of them were lost.
     *
     * @throws LockLostException if one was lost before; further ones are suppressed in it
     */
    @Override
    public void close() {
        var failures = new ArrayList<RuntimeException>();
        for (var handle : handles.reversed()) {
            try {
                handle.close();
            } catch (RuntimeException failure) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            var first = failures.removeFirst();
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }
}
