/**
 * Locks that say when they are lost. A session lock is an advisory lock of PostgreSQL, free the moment its process
 * dies; a lease is a row with an expiry by the database's clock, renewed while its process lives; a transaction lock
 * ends with your transaction. Every handle has a token that only grows, knows without asking whether it is held, calls
 * back when it is lost, and can fence a transaction: one that was fenced cannot commit once somebody else was granted
 * the lock.
 *
 * <pre>
 * tryAcquire, acquire ──▶ HELD ──┬─▶ RELEASED  by close
 *                                └─▶ LOST      session cut, terminated, failed over; lease expired or taken away
 * </pre>
 */
@NullMarked
package io.howdah.lock;

import org.jspecify.annotations.NullMarked;
