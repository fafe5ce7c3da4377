// SPDX-License-Identifier: Apache-2.0
package io.howdah.log;

/** A partition: the number that stands for it in the database, and its number within its topic. */
record PartRef(int id, int number) {}
