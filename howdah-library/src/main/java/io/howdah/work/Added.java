// SPDX-License-Identifier: Apache-2.0
package io.howdah.work;

/**
 * What came of adding work.
 *
 * @param id of the new work, or of the one that had its key already
 * @param added false when work with the same key was there already
 */
public record Added(long id, boolean added) {}
