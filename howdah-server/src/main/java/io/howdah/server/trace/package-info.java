// SPDX-License-Identifier: Apache-2.0
/** How a replica takes part in the traces of those who call it, and tells a collector of its own part in them. */
@NullMarked
package io.howdah.server.trace;

import org.jspecify.annotations.NullMarked;
