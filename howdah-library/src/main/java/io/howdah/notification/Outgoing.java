// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * What a channel is to deliver.
 *
 * @param content the JSON that receivers which are programs get: type, timestamp, data, and the words
 * @param sentAt the time by the database's clock
 */
public record Outgoing(
        DeliveryId id,
        String address,
        String type,
        Optional<String> subject,
        Optional<String> text,
        Optional<String> html,
        String content,
        Optional<String> correlation,
        Instant sentAt) {}
