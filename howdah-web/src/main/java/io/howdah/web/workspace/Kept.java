// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import java.time.Duration;
import java.util.Optional;

/**
 * What is kept of a workspace.
 *
 * @param versions the newest so many
 * @param keepFor how long a version is kept after another took its place
 * @param expireAfter how long without a change until all of it is deleted
 */
public record Kept(int versions, Optional<Duration> keepFor, Optional<Duration> expireAfter) {}
