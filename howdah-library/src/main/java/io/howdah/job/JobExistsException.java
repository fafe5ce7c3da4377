// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import io.howdah.HowdahException;

/** A job with the same unique key is there already, and the newcomer was to be refused. */
public final class JobExistsException extends HowdahException {
    private final JobId existing;

    JobExistsException(JobType<?> type, JobId existing) {
        super(
                "job-exists",
                "A job with the unique key of this " + type.name() + " is there already: " + existing,
                null);
        this.existing = existing;
    }

    public JobId existing() {
        return existing;
    }
}
