/** Locks: ours, the raw database's, and those of ShedLock, Spring Integration and Redisson. */
@NullMarked
package io.howdah.benchmarks.locks;

import org.jspecify.annotations.NullMarked;
