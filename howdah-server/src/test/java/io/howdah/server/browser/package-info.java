// SPDX-License-Identifier: Apache-2.0
/** A real browser for tests, by the protocol of its own developer tools, and what axe says of a page. */
@NullMarked
package io.howdah.server.browser;

import org.jspecify.annotations.NullMarked;
