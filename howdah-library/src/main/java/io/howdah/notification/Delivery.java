// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * One way of a notification to one address, as it stands.
 *
 * @param address the name of an endpoint, an e-mail address, a person, a topic, a queue
 * @param cause why it is dead, in one word: {@code no-success}, {@code refused}, {@code gone},
 *     {@code forbidden-address}, {@code endpoint-disabled}, {@code endpoint-removed}, {@code circuit-open},
 *     {@code lost-too-often}, {@code work-…}
 * @param error what the last attempt said
 */
public record Delivery(
        DeliveryId id,
        NotificationId notification,
        String type,
        String channel,
        String address,
        Optional<String> person,
        DeliveryState state,
        int attempts,
        Instant acceptedAt,
        Optional<Instant> endedAt,
        Optional<String> cause,
        Optional<String> error,
        Optional<String> correlation) {}
