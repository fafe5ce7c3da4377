// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Instant;

/** A line that a handler wrote about its job. */
public record JobLine(int attempt, Instant at, String text) {}
