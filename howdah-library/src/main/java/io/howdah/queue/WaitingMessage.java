// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.Payload;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A message that waits, as somebody sees who does not receive it.
 *
 * @param deliveries how many times it has been delivered before
 * @param priority 0 to 9; small is urgent
 */
public record WaitingMessage(
        MessageId id,
        Payload payload,
        int deliveries,
        int priority,
        Map<String, String> headers,
        Optional<String> group,
        Optional<String> correlation,
        Instant sentAt) {}
