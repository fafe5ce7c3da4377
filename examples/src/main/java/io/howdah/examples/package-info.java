// SPDX-License-Identifier: Apache-2.0
/** One small program per capability. Each stands alone. */
@NullMarked
package io.howdah.examples;

import org.jspecify.annotations.NullMarked;
