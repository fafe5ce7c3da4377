// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.HowdahException;

/** A job cannot be tried again: it is not one that ended without success, or was tried again before. */
public final class JobNotRetryableException extends HowdahException {
    JobNotRetryableException(JobId job, String why) {
        super("job-not-retryable", "Job " + job + " cannot be tried again: " + why, null);
    }
}
