// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.HowdahException;
import io.howdah.limit.Denied;
import java.time.Duration;

/** A call was denied by its rate limit: nothing was done. */
public final class RateLimitedException extends HowdahException {
    private static final long serialVersionUID = 1;

    private final Duration retryIn;

    RateLimitedException(String limit, String key, Denied denied) {
        super(
                "rate-limited",
                "Rate limit " + limit + " does not allow " + key + " any more now: try again in " + denied.retryIn(),
                null);
        this.retryIn = denied.retryIn();
    }

    /** When it is worth trying again. */
    public Duration retryIn() {
        return retryIn;
    }
}
