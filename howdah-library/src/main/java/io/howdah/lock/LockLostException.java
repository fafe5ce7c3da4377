// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.HowdahException;
import org.jspecify.annotations.Nullable;

/**
 * The lock was lost before it was released, or is not certain to have been held until then: what was done under it may
 * have overlapped with another holder, unless it was fenced. Whatever is fenced by it must be rolled back.
 */
public final class LockLostException extends HowdahException {
    LockLostException(LockName name, String why, @Nullable Throwable cause) {
        super("lock-lost", "Lock " + name + " is lost: " + why, cause);
    }
}
