// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.time.Instant;

/**
 * Who has locked a workspace: nobody else commits until it is unlocked. It does not end by itself.
 *
 * @param id what it is unlocked with, and committed under
 * @param info what the holder has said of himself
 */
public record WorkspaceLock(String id, String info, Instant since) {}
