// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.howdah.site;

import org.jspecify.annotations.NullMarked;
