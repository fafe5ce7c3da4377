// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.ClaimOptions;
import io.howdah.web.WebException;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which jobs a worker wants, how long it waits for them and holds them. */
record NewClaim(
        @Nullable String queue,
        @Nullable List<String> types,
        @Nullable Integer max,
        @Nullable Duration waiting,
        @Nullable Duration hold) {
    /** Proxies give up on answers that take longer. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static final int MOST = 100;

    NewClaim {
        if (types == null || types.isEmpty()) {
            throw WebException.invalid("types is missing: the types of jobs that you can do.");
        }
        if (waiting != null && waiting.compareTo(LONGEST_WAIT) > 0) {
            throw WebException.invalid("waiting is up to " + LONGEST_WAIT + ": " + waiting);
        }
        if (max != null && (max < 1 || max > MOST)) {
            throw WebException.invalid("max is 1 to " + MOST + ": " + max);
        }
    }

    String from() {
        return Given.or(queue, "default");
    }

    List<String> wanted() {
        return Given.or(types, List.of());
    }

    ClaimOptions options() {
        var options = ClaimOptions.upTo(Given.or(max, 1));
        options = Given.with(options, waiting, ClaimOptions::waiting);
        return Given.with(options, hold, ClaimOptions::holding);
    }
}
