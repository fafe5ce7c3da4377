// SPDX-License-Identifier: Apache-2.0
/**
 * Measures contenders side by side on one PostgreSQL.
 *
 * <p>A {@link io.howdah.benchmarks.harness.Benchmark} has scenarios, each scenario has contenders. Every contender gets
 * a fresh database for every repeat, after a checkpoint and a warm-up that does not count; contenders take turns, in
 * another order each round, because a shared machine drifts.
 */
@NullMarked
package io.howdah.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
