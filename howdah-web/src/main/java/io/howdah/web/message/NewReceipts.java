// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.Receipt;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receipts of messages that somebody has received, and what else there is to say about them. */
record NewReceipts(
        @Nullable List<String> receipts,
        @Nullable Duration delay,
        @Nullable Duration visibility,
        @Nullable String reason) {
    private static final int MOST = 1_000;

    NewReceipts {
        if (receipts == null || receipts.isEmpty() || receipts.size() > MOST) {
            throw WebException.invalid("receipts is a list of 1 to " + MOST + ".");
        }
    }

    List<Receipt> all() {
        return Given.or(receipts, List.<String>of()).stream().map(Receipt::new).toList();
    }

    Duration requireVisibility() {
        if (visibility == null) {
            throw WebException.invalid("visibility is missing: how long the messages are held from now on.");
        }
        return visibility;
    }
}
