// SPDX-License-Identifier: Apache-2.0
/** Makes a site of plain files from the documentation, and refuses to if a link in it leads nowhere. */
@NullMarked
package io.howdah.site;

import org.jspecify.annotations.NullMarked;
