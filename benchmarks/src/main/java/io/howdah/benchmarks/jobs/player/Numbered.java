// SPDX-License-Identifier: Apache-2.0
package io.howdah.benchmarks.jobs.player;

/** What a job carries: a number by which it is recognised, written as JSON. */
record Numbered(int number) {}
