// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

/** Who else may hold a lock at the same time. */
public enum LockMode {
    /** Nobody. */
    EXCLUSIVE,
    /** Everybody else who wants it shared. */
    SHARED
}
