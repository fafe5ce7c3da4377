// SPDX-License-Identifier: Apache-2.0
/** The living sample of {@code howdah dev}: a deployment pipeline that uses everything there is. */
@NullMarked
package io.howdah.server.sample;

import org.jspecify.annotations.NullMarked;
