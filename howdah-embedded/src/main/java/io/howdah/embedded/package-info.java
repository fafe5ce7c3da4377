// SPDX-License-Identifier: Apache-2.0

/**
 * A real PostgreSQL in a directory of its own, from the binaries on the class path: nothing to install, as root or as a
 * user. For development, tests and benchmarks, not for production.
 */
@NullMarked
package io.howdah.embedded;

import org.jspecify.annotations.NullMarked;
