/**
 * Where the bytes of workspaces are: one interface, which has a directory that machines share behind it, or whatever
 * you write. What a workspace is made of is always in PostgreSQL; a store only keeps chunks and gives them back.
 */
@NullMarked
package io.howdah.workspace.store;

import org.jspecify.annotations.NullMarked;
