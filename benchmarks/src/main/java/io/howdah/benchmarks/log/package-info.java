/** The event log beside a plain INSERT, the design with one counter row, and a broker of Kafka. */
@NullMarked
package io.howdah.benchmarks.log;

import org.jspecify.annotations.NullMarked;
