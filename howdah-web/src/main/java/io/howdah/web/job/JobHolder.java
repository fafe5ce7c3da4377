// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.job;

import java.time.Instant;
import java.util.Optional;

/** Who works on a job now. */
public record JobHolder(Optional<String> member, int attempt, Instant since) {}
