// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

/** What is done under a lock. */
@FunctionalInterface
public interface LockedWork<T> {
    T run(LockHandle lock) throws Exception;
}
