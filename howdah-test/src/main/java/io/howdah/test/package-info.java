// SPDX-License-Identifier: Apache-2.0
/** Tools for tests against real PostgreSQL: processes to kill, connections to cut, conditions to wait for. */
@NullMarked
package io.howdah.test;

import org.jspecify.annotations.NullMarked;
