/** Workspaces: ours on each store, beside what the store itself does. */
@NullMarked
package io.howdah.benchmarks.workspaces;

import org.jspecify.annotations.NullMarked;
