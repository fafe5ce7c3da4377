/** Requests that people decide, over HTTP. */
@NullMarked
package io.howdah.web.approval;

import org.jspecify.annotations.NullMarked;
