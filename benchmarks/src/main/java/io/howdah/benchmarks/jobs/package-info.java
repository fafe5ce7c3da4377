/** Jobs: ours, peers', and the raw database's. */
@NullMarked
package io.howdah.benchmarks.jobs;

import org.jspecify.annotations.NullMarked;
