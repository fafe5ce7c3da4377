/** The REST API and the console. */
@NullMarked
package io.howdah.web;

import org.jspecify.annotations.NullMarked;
