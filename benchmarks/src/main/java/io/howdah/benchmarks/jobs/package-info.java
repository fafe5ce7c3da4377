// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs: ours, peers', and the raw database's.
 *
 * <p>Every contender plays in processes of its own, which stay for the whole run so that they are warm, and get a fresh
 * database for each turn. What they are asked is in {@link io.howdah.benchmarks.jobs.player}.
 */
@NullMarked
package io.howdah.benchmarks.jobs;

import org.jspecify.annotations.NullMarked;
