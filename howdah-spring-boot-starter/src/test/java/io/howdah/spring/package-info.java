@NullMarked
package io.howdah.spring;

import org.jspecify.annotations.NullMarked;
