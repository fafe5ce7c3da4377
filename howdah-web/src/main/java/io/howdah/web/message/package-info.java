/** Messages and topics over HTTP. */
@NullMarked
package io.howdah.web.message;

import org.jspecify.annotations.NullMarked;
