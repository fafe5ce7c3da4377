// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

/** How a delivery stands. */
public enum DeliveryState {
    /** For its time, its turn or its next attempt. */
    WAITING,
    /** It goes together with an earlier one to the same person. */
    GATHERED,
    DELIVERED,
    /** It was given up, or could not be tried; the cause says why. */
    DEAD,
    /** Somebody has decided that it need not be delivered any more. */
    DISCARDED
}
