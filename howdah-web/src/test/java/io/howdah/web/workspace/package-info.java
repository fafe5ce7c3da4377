@NullMarked
package io.howdah.web.workspace;

import org.jspecify.annotations.NullMarked;
