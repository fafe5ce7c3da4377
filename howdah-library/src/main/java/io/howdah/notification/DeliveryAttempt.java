// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One try to deliver.
 *
 * @param result {@code delivered}, {@code failed}, {@code refused}, {@code gone}, or {@code lost}: nobody knows whether
 *     it arrived, because the process that tried it died before it could say so
 * @param status what the receiver answered, where that is a number
 * @param peer the address that was really called
 * @param answer what the receiver said, cut at 16 KB
 */
public record DeliveryAttempt(
        Instant at,
        String result,
        Optional<Integer> status,
        Optional<Duration> took,
        Optional<String> peer,
        Optional<String> error,
        Optional<String> answer) {}
