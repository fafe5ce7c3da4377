@NullMarked
package io.howdah.spring.metrics;

import org.jspecify.annotations.NullMarked;
