// SPDX-License-Identifier: Apache-2.0
/**
 * Notifications: taken in once per producer and key, in your transaction, and carried to every recipient by every
 * channel he wants, until delivered or a dead letter.
 *
 * <pre>
 * notify ──▶ one route per recipient and channel ──▶ DELIVERED
 *               │        ▲                     │
 *               │        └──── redeliver ◀── DEAD (why, and every attempt)
 *               └─ inbox, topic, queue: delivered by the same commit
 * </pre>
 */
@NullMarked
package io.howdah.notification;

import org.jspecify.annotations.NullMarked;
