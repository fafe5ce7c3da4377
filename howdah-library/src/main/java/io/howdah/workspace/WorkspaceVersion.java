// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.time.Instant;

/**
 * One version of a whole workspace. The first one is number 0, which has no files.
 *
 * @param author who made it, as he said
 * @param message what for, as he said
 */
public record WorkspaceVersion(long number, String author, String message, int files, long bytes, Instant createdAt) {}
