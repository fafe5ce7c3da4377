/** What every capability stands on; nothing here is for users. */
@NullMarked
package io.howdah.internal;

import org.jspecify.annotations.NullMarked;
