/** Rate limits: ours, Bucket4j's on PostgreSQL and on Redis, and a script on Redis. */
@NullMarked
package io.howdah.benchmarks.limits;

import org.jspecify.annotations.NullMarked;
