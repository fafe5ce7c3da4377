// SPDX-License-Identifier: Apache-2.0
package io.howdah.lock;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of asking for a lease.
 *
 * @param token renews and releases it, and fences what is done under it; empty when somebody else has it
 * @param freeIn how long it is busy at most, if its holder is not heard of
 */
public record LeaseAnswer(Optional<Long> token, Optional<Duration> freeIn) {}
