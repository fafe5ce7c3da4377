/**
 * Figures for operators, by Micrometer: what this process does as it does it, and what is true of all processes, looked
 * up in the database at most every few seconds.
 */
@NullMarked
package io.howdah.spring.metrics;

import org.jspecify.annotations.NullMarked;
