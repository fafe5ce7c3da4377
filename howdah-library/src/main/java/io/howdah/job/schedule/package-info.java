/**
 * Jobs that come again: a schedule has a name, a rhythm and the job that each tick enqueues. Whichever process is alive
 * takes a tick, and exactly one does: the tick, its job and the time of the next tick commit together.
 */
@NullMarked
package io.howdah.job.schedule;

import org.jspecify.annotations.NullMarked;
