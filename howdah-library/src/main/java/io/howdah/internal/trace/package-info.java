// SPDX-License-Identifier: Apache-2.0
/** What a tracing library says and is told, kept from hurting the work. */
@NullMarked
package io.howdah.internal.trace;

import org.jspecify.annotations.NullMarked;
