/** JSON by whichever Jackson is there. */
@NullMarked
package io.howdah.internal.codec;

import org.jspecify.annotations.NullMarked;
