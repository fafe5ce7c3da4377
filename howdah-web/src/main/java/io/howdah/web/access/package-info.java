/** Who asks, what they may do, and what is written down of it. */
@NullMarked
package io.howdah.web.access;

import org.jspecify.annotations.NullMarked;
