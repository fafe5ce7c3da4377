// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that came in and could not be taken in.
 *
 * @param raw as it came, cut at 1 MiB
 * @param code {@code malformed}, {@code conflict}, {@code unknown-recipient}, {@code unknown-template},
 *     {@code template-failed}
 * @param settledBy who has dealt with it
 * @param settledAs what it became, if it was submitted again
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
public record Malformed(
        MalformedId id,
        String producer,
        byte[] raw,
        String code,
        String reason,
        Instant receivedAt,
        Optional<String> settledBy,
        Optional<NotificationId> settledAs) {}
