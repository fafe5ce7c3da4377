// SPDX-License-Identifier: Apache-2.0
/** What PostgreSQL does by itself: the ceiling of everything built on it, and the reasons for some decisions. */
@NullMarked
package io.howdah.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
