/** The event log over HTTP. */
@NullMarked
package io.howdah.web.log;

import org.jspecify.annotations.NullMarked;
