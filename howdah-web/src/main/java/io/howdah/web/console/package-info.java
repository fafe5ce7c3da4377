/** What the pages of the console have in common. */
@NullMarked
package io.howdah.web.console;

import org.jspecify.annotations.NullMarked;
