/** Background work with one lifecycle: named, jittered, backing off on errors, visible, and stopped gracefully. */
@NullMarked
package io.howdah.internal.loop;

import org.jspecify.annotations.NullMarked;
