/** Workspaces over HTTP: files in versions, read and written as streams. */
@NullMarked
package io.howdah.web.workspace;

import org.jspecify.annotations.NullMarked;
