/** Workflows over HTTP. */
@NullMarked
package io.howdah.web.workflow;

import org.jspecify.annotations.NullMarked;
