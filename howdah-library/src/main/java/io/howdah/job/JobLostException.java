// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.HowdahException;

/**
 * This attempt is not the job's any more: the process was declared dead, or the job was given to another. Whatever was
 * written in the same transaction must be rolled back.
 */
public final class JobLostException extends HowdahException {
    JobLostException(JobId job, int attempt) {
        super("job-lost", "Attempt " + attempt + " of job " + job + " is not held by this process any more", null);
    }
}
