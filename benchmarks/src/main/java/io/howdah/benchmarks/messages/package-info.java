// SPDX-License-Identifier: Apache-2.0
/** Messages: ours, and a plain table with a visibility time. */
@NullMarked
package io.howdah.benchmarks.messages;

import org.jspecify.annotations.NullMarked;
