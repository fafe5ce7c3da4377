/**
 * Files that every replica shares, in versions of the whole workspace.
 *
 * <pre>
 * change() ──▶ write, delete, rename ──▶ commit() ── the head is where it began ──▶ a new version, the head
 *               │ chunks, by their hash     │ it is not
 *               ▼                           ▼
 *              the store                   StaleHeadException, and nothing has changed
 * </pre>
 *
 * A version once written never changes. The head moves only by compare-and-set. Whoever was told that a version is
 * stored can read it on every replica. What is read is checked against its SHA-256.
 */
@NullMarked
package io.howdah.workspace;

import org.jspecify.annotations.NullMarked;
