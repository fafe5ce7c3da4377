// SPDX-License-Identifier: Apache-2.0
/** The command line of the benchmarks, and the list of them. */
@NullMarked
package io.howdah.benchmarks;

import org.jspecify.annotations.NullMarked;
