// SPDX-License-Identifier: Apache-2.0
/** A shop in Spring Boot: an order, and everything that follows from it in the same transaction. */
@NullMarked
package io.howdah.examples.orders;

import org.jspecify.annotations.NullMarked;
