/** Members, loops, the database and global statistics over HTTP. */
@NullMarked
package io.howdah.web.cluster;

import org.jspecify.annotations.NullMarked;
