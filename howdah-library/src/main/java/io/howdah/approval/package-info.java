/**
 * Requests that people decide: by rules, once, never by whoever asked. What a decision starts commits with it.
 *
 * <pre>
 * request ──▶ PENDING ──votes──▶ APPROVED, REJECTED
 *                │
 *                └──▶ EXPIRED (by the clock), WITHDRAWN (by the requester), SUPERSEDED (by a newer one)
 * </pre>
 */
@NullMarked
package io.howdah.approval;

import org.jspecify.annotations.NullMarked;
