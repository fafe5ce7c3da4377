// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.ClaimToken;
import io.howdah.job.JobClaims;
import io.howdah.web.WebException;
import io.howdah.web.api.Content;
import io.howdah.web.api.Given;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a worker has to say about a job that it holds; each verb reads what it needs. */
record NewEnd(
        @Nullable JsonNode result,
        @Nullable String error,
        @Nullable Duration retryIn,
        @Nullable Boolean hopeless,
        @Nullable Duration hold,
        @Nullable Duration delay,
        @Nullable Integer percent,
        @Nullable String message,
        @Nullable List<String> lines) {
    private static final int LONGEST_ERROR = 20_000;

    void complete(JobClaims claims, ClaimToken claim) {
        if (result == null || result.isNull()) {
            claims.complete(claim);
        } else {
            claims.complete(claim, Content.payload(result));
        }
    }

    void fail(JobClaims claims, ClaimToken claim) {
        if (Boolean.TRUE.equals(hopeless)) {
            claims.bury(claim, reason());
        } else if (retryIn == null) {
            claims.fail(claim, reason());
        } else {
            claims.fail(claim, reason(), retryIn);
        }
    }

    String reason() {
        if (error == null || error.isBlank() || error.length() > LONGEST_ERROR) {
            throw WebException.invalid("error says what went wrong, in 1 to " + LONGEST_ERROR + " characters.");
        }
        return error;
    }

    Duration requireHold() {
        if (hold == null) {
            throw WebException.invalid("hold is missing: how long the job is yours from now on.");
        }
        return hold;
    }

    void note(JobClaims claims, ClaimToken claim) {
        if (percent == null && lines == null) {
            throw WebException.invalid("percent or lines is missing.");
        }
        if (percent != null) {
            claims.progress(claim, percent, Given.or(message, ""));
        }
        if (lines != null) {
            claims.log(claim, lines);
        }
    }
}
