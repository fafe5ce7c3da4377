/** Notifications over HTTP: what was taken in, how it is delivered, to whom, and what people have in their inboxes. */
@NullMarked
package io.howdah.web.notification;

import org.jspecify.annotations.NullMarked;
