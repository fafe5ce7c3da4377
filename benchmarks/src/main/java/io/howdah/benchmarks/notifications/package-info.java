// SPDX-License-Identifier: Apache-2.0
/** Notifications: how many are taken in, and how many delivered to a receiver on the same machine. */
@NullMarked
package io.howdah.benchmarks.notifications;

import org.jspecify.annotations.NullMarked;
