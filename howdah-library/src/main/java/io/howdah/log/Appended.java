// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.OptionalLong;

/**
 * An event that was appended.
 *
 * @param offset its offset, where the topic numbers at append; otherwise it gets one after the commit
 */
public record Appended(long id, int partition, OptionalLong offset) {}
