/**
 * The processes of an installation, what they are doing, and how safe their database keeps what they are told.
 *
 * <pre>
 * active ──stop──▶ draining ──▶ left
 *    └───three beats missed───▶ dead      (never back: it joins anew under another identity)
 * </pre>
 */
@NullMarked
package io.howdah.cluster;

import org.jspecify.annotations.NullMarked;
