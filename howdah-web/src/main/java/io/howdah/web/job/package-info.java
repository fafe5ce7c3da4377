/** Jobs over HTTP. */
@NullMarked
package io.howdah.web.job;

import org.jspecify.annotations.NullMarked;
