// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.howdah.web.console;

import org.jspecify.annotations.NullMarked;
