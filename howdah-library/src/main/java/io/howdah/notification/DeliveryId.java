// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.util.UUID;

/**
 * Names the delivery of one notification to one address: the same over all attempts and redeliveries, so that receivers
 * can tell what they have had already.
 */
public record DeliveryId(UUID value) {
    private static final String PREFIX = "msg_";

    /** As receivers see it: the {@code webhook-id}. */
    @Override
    public String toString() {
        return PREFIX + value.toString().replace("-", "");
    }

    /** Reads what a receiver saw. */
    public static DeliveryId parse(String text) {
        if (!text.matches("msg_[0-9a-f]{32}")) {
            throw new IllegalArgumentException("a delivery is named msg_ and 32 hexadecimal digits: \"" + text + "\"");
        }
        var digits = text.substring(PREFIX.length());
        return new DeliveryId(new UUID(
                Long.parseUnsignedLong(digits.substring(0, 16), 16), Long.parseUnsignedLong(digits.substring(16), 16)));
    }
}
