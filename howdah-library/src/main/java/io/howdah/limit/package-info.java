/**
 * How often something may happen, over all processes: buckets that allow a burst and refill, windows that count
 * exactly, judged by the database's clock, and logins that slow down whoever guesses.
 *
 * <pre>
 * tryAcquire ──▶ what this process knows (a denial, a lease, an estimate) ──▶ GRANTED or DENIED
 *                 │ nothing
 *                 ▼
 *                the checks of all threads in one statement ──▶ GRANTED or DENIED
 *                 │ the database is away
 *                 ▼
 *                as the policy says: GRANTED (open) or DENIED (closed), and the answer says so
 * </pre>
 */
@NullMarked
package io.howdah.limit;

import org.jspecify.annotations.NullMarked;
