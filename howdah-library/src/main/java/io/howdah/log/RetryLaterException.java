// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import io.howdah.HowdahException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler whose effect is not possible now, whatever the events are: what it needs is away. The partition
 * waits, longer each time up to five seconds, and tries again for as long as it takes; no attempt counts.
 */
public final class RetryLaterException extends HowdahException {
    public RetryLaterException(String message, @Nullable Throwable cause) {
        super("retry-later", message, cause);
    }
}
