// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * Dead letters that have a cause in common.
 *
 * @param count of the latest 10 000 dead letters
 * @param addresses how many addresses they were for
 * @param firstAt when the first of them died
 * @param error what the last attempt of the latest of them said
 */
public record DeadCause(
        String cause,
        String channel,
        long count,
        long addresses,
        Instant firstAt,
        Instant lastAt,
        Optional<String> error) {}
