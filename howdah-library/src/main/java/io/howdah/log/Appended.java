// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

import java.util.OptionalLong;

/**
 * An event that was appended.
 *
 * @param id by which readers know it: the one that it was given, or else one that was made for it
 * @param offset its offset, where the topic numbers at append; otherwise it gets one after the commit
 */
public record Appended(String id, int partition, OptionalLong offset) {}
