// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import java.time.Instant;
import java.util.Optional;

/**
 * Who works on a job now.
 *
 * @param member the process, for as long as it lives
 * @param until how long a claim holds it, instead of a process
 */
public record JobHolder(Optional<String> member, int attempt, Instant since, Optional<Instant> until) {}
