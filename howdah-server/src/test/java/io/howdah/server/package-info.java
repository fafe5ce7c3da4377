/** The command line and the replica, run for real. */
@NullMarked
package io.howdah.server;

import org.jspecify.annotations.NullMarked;
