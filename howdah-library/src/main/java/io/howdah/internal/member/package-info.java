/**
 * Liveness per process: each is one row with one heartbeat, and whatever is handed out to it is handed out to that row.
 */
@NullMarked
package io.howdah.internal.member;

import org.jspecify.annotations.NullMarked;
