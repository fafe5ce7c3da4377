/** Rate limits over HTTP. */
@NullMarked
package io.howdah.web.limit;

import org.jspecify.annotations.NullMarked;
