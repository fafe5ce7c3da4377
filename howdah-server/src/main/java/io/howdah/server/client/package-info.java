/**
 * Commands that talk to a replica over its API. Small, so that they answer at once: no Spring, no pool, no database.
 */
@NullMarked
package io.howdah.server.client;

import org.jspecify.annotations.NullMarked;
