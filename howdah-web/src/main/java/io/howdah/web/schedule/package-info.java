/** Jobs that come again, over HTTP. */
@NullMarked
package io.howdah.web.schedule;

import org.jspecify.annotations.NullMarked;
