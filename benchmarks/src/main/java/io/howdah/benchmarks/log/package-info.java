/** The event log beside a plain INSERT and the design with one counter row. */
@NullMarked
package io.howdah.benchmarks.log;

import org.jspecify.annotations.NullMarked;
