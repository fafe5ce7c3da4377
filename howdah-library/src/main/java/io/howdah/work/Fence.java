// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

/** What every end of an attempt must name: the work, and which attempt of it. */
public record Fence(long id, int attempt) {}
