// SPDX-License-Identifier: Apache-2.0
/** Calls to addresses that somebody else has chosen. */
@NullMarked
package io.howdah.internal.net;

import org.jspecify.annotations.NullMarked;
