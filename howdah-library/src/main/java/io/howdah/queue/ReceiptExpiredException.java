// SPDX-License-Identifier: Apache-2.0
package io.howdah.queue;

import io.howdah.HowdahException;

/**
 * The receipt is worth nothing any more: the message was ended, or delivered again because nobody ended it in time.
 * Whatever was written in the same transaction must be rolled back.
 */
public final class ReceiptExpiredException extends HowdahException {
    ReceiptExpiredException(Receipt receipt) {
        super(
                "receipt-expired",
                "The receipt " + receipt + " of message " + receipt.fence().id()
                        + " has expired: the message was ended, or delivered again",
                null);
    }
}
