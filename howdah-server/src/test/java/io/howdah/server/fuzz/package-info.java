// SPDX-License-Identifier: Apache-2.0
/** Requests that nobody should send, made from the description of the API. */
@NullMarked
package io.howdah.server.fuzz;

import org.jspecify.annotations.NullMarked;
