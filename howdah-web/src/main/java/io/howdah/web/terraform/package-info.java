/** Terraform's HTTP backend over workspaces: state, its lock, its history. */
@NullMarked
package io.howdah.web.terraform;

import org.jspecify.annotations.NullMarked;
