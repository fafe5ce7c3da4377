// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.lock.LockHandle;

/**
 * This process leads from now on. Published on a thread of its own, which is interrupted when the term is over: a
 * listener may do its work there, and no other process leads before it has returned. If it throws, the process steps
 * down and stands again.
 *
 * @param name what it leads
 * @param term its token is the number of the term, and {@code fence} protects what is written in it
 */
public record LeaderElected(String name, LockHandle term) {}
