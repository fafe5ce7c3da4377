@NullMarked
package io.howdah.web.cluster;

import org.jspecify.annotations.NullMarked;
