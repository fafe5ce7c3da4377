// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import io.howdah.HowdahException;

/** More was asked for at once than the policy can ever grant: waiting will not help. */
public final class CostTooHighException extends HowdahException {
    CostTooHighException(RateLimit policy, long cost) {
        super(
                "limit-cost-too-high",
                "Rate limit " + policy + " can never grant a cost of " + cost + "; the most is " + policy.mostAtOnce()
                        + ". Ask for less at a time, or allow more.",
                null);
    }
}
