// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.HowdahException;
import java.time.Duration;

/** A lock was not free for as long as was waited for it. */
public final class LockTimeoutException extends HowdahException {
    LockTimeoutException(LockName name, Duration timeout) {
        super(
                "lock-timeout",
                "Lock " + name + " was not free within " + timeout + ": the view howdah.lock_holders says who has it",
                null);
    }
}
