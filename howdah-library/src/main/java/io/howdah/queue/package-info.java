/**
 * Queues: what waits in them, how much of it may run at a time, and messages that whoever receives them acknowledges.
 * Jobs wait in the same queues.
 */
@NullMarked
package io.howdah.queue;

import org.jspecify.annotations.NullMarked;
