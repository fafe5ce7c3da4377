/** The API over HTTP, against a replica in a process of its own. */
@NullMarked
package io.howdah.benchmarks.http;

import org.jspecify.annotations.NullMarked;
