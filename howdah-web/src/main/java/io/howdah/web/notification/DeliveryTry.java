// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.notification.DeliveryAttempt;
import io.howdah.web.access.Caller;
import io.howdah.web.access.Permission;
import io.howdah.web.api.Redaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One try to deliver.
 *
 * @param answer what the receiver said, for those who may see payloads
 */
public record DeliveryTry(
        Instant at,
        String result,
        Optional<Integer> status,
        Optional<Duration> took,
        Optional<String> peer,
        Optional<String> error,
        Optional<String> answer) {
    static DeliveryTry of(DeliveryAttempt attempt, Caller caller, Redaction by) {
        return new DeliveryTry(
                attempt.at(),
                attempt.result(),
                attempt.status(),
                attempt.took(),
                attempt.peer(),
                attempt.error().map(by::text),
                attempt.answer().filter(any -> caller.may(Permission.OPERATE)).map(by::text));
    }
}
