// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.lock.HolderRow;
import java.util.List;
import java.util.Map;

/**
 * A workspace and everything around it.
 *
 * @param tags names and their versions
 * @param checkedOutBy who holds the lease of a checkout now
 */
public record WorkspaceFound(WorkspaceRow workspace, Kept kept, Map<String, Long> tags, List<HolderRow> checkedOutBy) {}
