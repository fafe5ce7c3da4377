// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A message that was received.
 *
 * @param receipt ends it; nobody else has it
 * @param delivery how many times it has been delivered, this time included
 * @param priority 0 to 9; small is urgent
 * @param trace the W3C traceparent that it carries
 */
public record Message<T>(
        MessageId id,
        T payload,
        Receipt receipt,
        int delivery,
        int priority,
        Map<String, String> headers,
        Optional<String> group,
        Optional<String> correlation,
        Optional<String> trace,
        Instant sentAt) {}
