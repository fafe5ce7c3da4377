// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import io.howdah.job.JobInfo;
import io.howdah.job.JobLine;
import io.howdah.job.JobProgress;
import io.howdah.job.Jobs;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What was said about a job while it ran, and when it failed. */
public record JobSaid(List<JobAttempt> attempts, Optional<JobProgress> progress, List<JobLine> lines) {
    private static final int MOST_ATTEMPTS_SHOWN = 50;

    static JobSaid of(Jobs jobs, JobReadStore store, JobInfo info) {
        return new JobSaid(
                store.attempts(info.id().value(), MOST_ATTEMPTS_SHOWN), info.progress(), jobs.log(info.id()));
    }

    JobSaid shown(UnaryOperator<String> words) {
        return new JobSaid(
                attempts.stream().map(attempt -> attempt.shown(words)).toList(),
                progress.map(
                        now -> new JobProgress(now.percent(), words.apply(now.message()), now.attempt(), now.at())),
                lines.stream()
                        .map(line -> new JobLine(line.attempt(), line.at(), words.apply(line.text())))
                        .toList());
    }
}
