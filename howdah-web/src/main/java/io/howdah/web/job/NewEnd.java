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

/**
 * What a worker has to say about a job that it holds. Each verb has a body of its own, so that a field of another's is
 * refused: a completion with an error would look as if the error had been kept.
 */
final class NewEnd {
    private static final int LONGEST_ERROR = 20_000;

    private NewEnd() {}

    record NewJobCompletion(@Nullable JsonNode result) {
        void complete(JobClaims claims, ClaimToken claim) {
            if (result == null || result.isNull()) {
                claims.complete(claim);
            } else {
                claims.complete(claim, Content.payload(result));
            }
        }
    }

    record NewJobFailure(
            @Nullable String error,
            @Nullable Duration retryIn,
            @Nullable Boolean hopeless) {
        NewJobFailure {
            if (retryIn != null && Boolean.TRUE.equals(hopeless)) {
                throw WebException.invalid("What is hopeless is not tried again: hopeless or retryIn.");
            }
        }

        void fail(JobClaims claims, ClaimToken claim) {
            var reason = require(error);
            if (Boolean.TRUE.equals(hopeless)) {
                claims.bury(claim, reason);
            } else if (retryIn == null) {
                claims.fail(claim, reason);
            } else {
                claims.fail(claim, reason, retryIn);
            }
        }
    }

    record NewJobDrop(@Nullable String error) {
        String reason() {
            return require(error);
        }
    }

    record NewJobRelease(@Nullable Duration delay) {
        Duration after() {
            return Given.or(delay, Duration.ZERO);
        }
    }

    record NewJobExtension(@Nullable Duration hold) {
        Duration requireHold() {
            if (hold == null) {
                throw WebException.invalid("hold is missing: how long the job is yours from now on.");
            }
            return hold;
        }
    }

    record NewJobProgress(
            @Nullable Integer percent,
            @Nullable String message,
            @Nullable List<String> lines) {
        NewJobProgress {
            if (percent == null && lines == null) {
                throw WebException.invalid("percent or lines is missing.");
            }
            if (percent == null && message != null) {
                throw WebException.invalid("message belongs to percent.");
            }
        }

        void note(JobClaims claims, ClaimToken claim) {
            if (percent != null) {
                claims.progress(claim, percent, Given.or(message, ""));
            }
            if (lines != null) {
                claims.log(claim, lines);
            }
        }
    }

    private static String require(@Nullable String error) {
        if (error == null || error.isBlank() || error.length() > LONGEST_ERROR) {
            throw WebException.invalid("error says what went wrong, in 1 to " + LONGEST_ERROR + " characters.");
        }
        return error;
    }
}
