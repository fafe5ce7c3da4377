/**
 * The engine under jobs and messages: work is added in somebody's transaction, claimed in batches by members, and ended
 * with the fence it was handed out with. Not for users.
 *
 * <pre>
 * add ──▶ ready ──claim──▶ leased ──┬─▶ done, dead, discarded, cancelled
 *           ▲                       ├─▶ deferred (retried, snoozed) ──due──▶ ready
 *           └───handed back, lost───┘
 * </pre>
 */
@NullMarked
package io.howdah.work;

import org.jspecify.annotations.NullMarked;
