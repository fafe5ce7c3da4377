// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;

/**
 * It may not happen now, and nothing was taken.
 *
 * @param retryIn when it is worth asking again
 */
public record Denied(Duration retryIn, long remaining, Source source) implements Decision {
    @Override
    public boolean isGranted() {
        return false;
    }
}
