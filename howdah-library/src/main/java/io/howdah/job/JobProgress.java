// SPDX-License-Identifier: Apache-2.0
package io.howdah.job;

import java.time.Instant;

/**
 * How far a job is, by what its handler said last.
 *
 * @param percent 0 to 100
 * @param attempt which attempt said so
 */
public record JobProgress(int percent, String message, int attempt, Instant at) {}
