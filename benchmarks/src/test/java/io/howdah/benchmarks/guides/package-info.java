// SPDX-License-Identifier: Apache-2.0
/** What the guides show as the code before, compiled against those that it was written for. Nothing of it is run. */
@NullMarked
package io.howdah.benchmarks.guides;

import org.jspecify.annotations.NullMarked;
