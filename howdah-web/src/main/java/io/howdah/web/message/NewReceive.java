// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.ReceiveOptions;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How many messages somebody wants, how long they wait for them and hold them. */
record NewReceive(
        @Nullable Integer max,
        @Nullable Duration waiting,
        @Nullable Duration visibility) {
    /** Proxies give up on answers that take longer. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static final int MOST = 100;

    NewReceive {
        if (waiting != null && waiting.compareTo(LONGEST_WAIT) > 0) {
            throw WebException.invalid("waiting is up to " + LONGEST_WAIT + ": " + waiting);
        }
        if (max != null && (max < 1 || max > MOST)) {
            throw WebException.invalid("max is 1 to " + MOST + ": " + max);
        }
    }

    ReceiveOptions options() {
        var options = ReceiveOptions.upTo(Given.or(max, 1));
        options = Given.with(options, waiting, ReceiveOptions::waiting);
        return Given.with(options, visibility, ReceiveOptions::visibility);
    }
}
