// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

/**
 * What a partition of a topic holds.
 *
 * @param first the oldest offset that is there, or will be
 * @param next the offset that the next event gets
 */
public record PartitionInfo(int partition, long first, long next) {}
