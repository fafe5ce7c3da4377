// SPDX-License-Identifier: Apache-2.0
/** What belongs together, from all capabilities, in one order of time. */
@NullMarked
package io.howdah.web.explore;

import org.jspecify.annotations.NullMarked;
