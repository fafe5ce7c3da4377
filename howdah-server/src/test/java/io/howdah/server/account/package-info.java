// SPDX-License-Identifier: Apache-2.0
/** Who is known, and for how long. */
@NullMarked
package io.howdah.server.account;

import org.jspecify.annotations.NullMarked;
