// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LockHandle;

/**
 * This process leads no more.
 *
 * @param name what it led
 * @param term that is over
 * @param why such as that it stopped, or that its lease could not be renewed
 */
public record LeaderDeposed(String name, LockHandle term, String why) {}
