/**
 * Background work in your transaction: a job that was enqueued exists if and when your transaction commits, and is then
 * run at least once, by whichever process has a handler for its type. A process that dies has its jobs run elsewhere.
 * With {@link io.howdah.job.Job#completeIn} the end of the job commits with what the handler wrote: exactly once.
 *
 * <pre>
 * enqueue ──▶ READY ──▶ RUNNING ──┬─▶ DONE, DEAD, DISCARDED, CANCELLED
 *               ▲                 ├─▶ DEFERRED (failed, snoozed, or not due yet) ──▶ READY
 *               └──process died───┘
 * </pre>
 */
@NullMarked
package io.howdah.job;

import org.jspecify.annotations.NullMarked;
