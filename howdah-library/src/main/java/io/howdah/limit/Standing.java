// SPDX-License-Identifier: Apache-2.0
package io.howdah.limit;

import java.time.Duration;

/**
 * How a key stands.
 *
 * @param remaining tokens that are left
 * @param nextIn when there will be at least one
 * @param fullIn when it has all of them again if nobody takes any
 */
public record Standing(long remaining, Duration nextIn, Duration fullIn) {}
