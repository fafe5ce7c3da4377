@NullMarked
package io.howdah.spring.limit;

import org.jspecify.annotations.NullMarked;
