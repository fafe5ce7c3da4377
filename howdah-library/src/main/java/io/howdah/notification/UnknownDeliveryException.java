// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import io.howdah.HowdahException;

/** There is no such delivery, or it is not kept any more, or it cannot be done to it as it stands. */
public final class UnknownDeliveryException extends HowdahException {
    UnknownDeliveryException(DeliveryId id, String why) {
        super("delivery-unknown", "Delivery " + id + " " + why, null);
    }
}
