// SPDX-License-Identifier: Apache-2.0
/** How long the pages of the console, and what they show over REST, take with millions of everything. */
@NullMarked
package io.howdah.benchmarks.console;

import org.jspecify.annotations.NullMarked;
