/** The runnable: the command line, a replica that answers over HTTP, and everything at once for development. */
@NullMarked
package io.howdah.server;

import org.jspecify.annotations.NullMarked;
