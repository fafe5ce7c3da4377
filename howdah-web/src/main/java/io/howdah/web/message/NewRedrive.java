// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.message;

import io.howdah.queue.RedriveOptions;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Which dead letters are to be sent again, and how fast; all of them, at once, unless it says otherwise. */
record NewRedrive(
        @Nullable String from,
        @Nullable String reasonContaining,
        @Nullable Integer atMost,
        @Nullable Integer rate,
        @Nullable Duration period,
        @Nullable Boolean dryRun) {
    NewRedrive {
        if ((rate == null) != (period == null)) {
            throw WebException.invalid("rate and period belong together.");
        }
    }

    boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }

    RedriveOptions options() {
        var options = RedriveOptions.all();
        options = Given.with(options, from, RedriveOptions::from);
        options = Given.with(options, reasonContaining, RedriveOptions::reasonContaining);
        options = Given.with(options, atMost, RedriveOptions::atMost);
        return rate == null || period == null ? options : options.rate(rate, period);
    }
}
