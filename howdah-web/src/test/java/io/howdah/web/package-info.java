@NullMarked
package io.howdah.web;

import org.jspecify.annotations.NullMarked;
