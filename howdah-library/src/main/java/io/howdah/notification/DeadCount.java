// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

/**
 * How many dead deliveries there are at least.
 *
 * @param redeliverable how many of them can be delivered again
 * @param isAll whether there are no others
 */
public record DeadCount(long dead, long redeliverable, boolean isAll) {}
