// SPDX-License-Identifier: Apache-2.0
/**
 * What runs in a contender's own process: it reads a command per line from its standard input, as JSON, and answers
 * with a line each. Those of the contenders that run on Node speak the same, see {@code player.mjs}.
 *
 * <p>When its input ends, so does the process: nobody is left over when the run is broken off.
 */
@NullMarked
package io.howdah.benchmarks.jobs.player;

import org.jspecify.annotations.NullMarked;
