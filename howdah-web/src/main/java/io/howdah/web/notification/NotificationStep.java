// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import java.util.Comparator;
import java.util.List;

/** One thing that happened to a notification: somebody tried to deliver it to one address. */
public record NotificationStep(DeliveryRow delivery, DeliveryTry attempt) {
    private static final int MOST = 200;

    /** All attempts of all deliveries, the latest first. */
    static List<NotificationStep> of(List<DeliveryFound> deliveries) {
        return deliveries.stream()
                .flatMap(found ->
                        found.attempts().stream().map(attempt -> new NotificationStep(found.delivery(), attempt)))
                .sorted(Comparator.comparing(
                                (NotificationStep step) -> step.attempt().at())
                        .reversed())
                .limit(MOST)
                .toList();
    }
}
