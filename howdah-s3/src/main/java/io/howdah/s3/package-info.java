/** A bucket as a store of workspaces. */
@NullMarked
package io.howdah.s3;

import org.jspecify.annotations.NullMarked;
