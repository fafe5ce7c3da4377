/** Locks and leases over HTTP. */
@NullMarked
package io.howdah.web.lock;

import org.jspecify.annotations.NullMarked;
