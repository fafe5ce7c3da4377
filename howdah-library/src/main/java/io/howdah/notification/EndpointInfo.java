// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An endpoint as it stands.
 *
 * @param rate so many in a period; absent is any number
 * @param failures how many attempts have failed in a row
 * @param quietUntil until when nobody tries it, because it fails or has asked for a pause
 */
public record EndpointInfo(
        String name,
        String url,
        List<String> types,
        int concurrency,
        Duration timeout,
        Optional<Integer> rate,
        Optional<Duration> ratePeriod,
        int failures,
        Optional<Instant> failingSince,
        Optional<Instant> quietUntil,
        Optional<Instant> disabledAt,
        Optional<String> disabledWhy) {}
