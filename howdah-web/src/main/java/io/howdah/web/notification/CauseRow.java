// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.DeadCause;
import io.howdah.web.api.Redaction;
import java.time.Instant;
import java.util.Optional;

/** Dead letters that have a cause in common. */
public record CauseRow(
        String cause,
        String channel,
        long count,
        long addresses,
        Instant firstAt,
        Instant lastAt,
        Optional<String> error) {
    static CauseRow of(DeadCause cause, Redaction by) {
        return new CauseRow(
                cause.cause(),
                cause.channel(),
                cause.count(),
                cause.addresses(),
                cause.firstAt(),
                cause.lastAt(),
                cause.error().map(by::text));
    }
}
