/** Queues over HTTP. */
@NullMarked
package io.howdah.web.queue;

import org.jspecify.annotations.NullMarked;
