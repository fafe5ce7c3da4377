// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import io.howdah.HowdahException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Work under a lock took longer than it was allowed to and was interrupted; the lock was held until it had ended. */
public final class LockOverrunException extends HowdahException {
    LockOverrunException(LockName name, Duration maxHold, @Nullable Throwable cause) {
        super(
                "lock-overrun",
                "Work under lock " + name + " was interrupted because it took longer than " + maxHold,
                cause);
    }
}
