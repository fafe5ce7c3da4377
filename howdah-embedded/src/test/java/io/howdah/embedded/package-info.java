/** Real servers, started, killed and started again. */
@NullMarked
package io.howdah.embedded;

import org.jspecify.annotations.NullMarked;
