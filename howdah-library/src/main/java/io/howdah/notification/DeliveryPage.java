// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.util.List;
import java.util.Optional;

/**
 * Some of many deliveries.
 *
 * @param next where the next page begins; a page may be short, even empty, and still have a next
 */
public record DeliveryPage(List<Delivery> deliveries, Optional<Place> next) {
    /** A place in the order of deliveries, which stays where it is while others are added or forgotten. */
    public record Place(long number) {}
}
