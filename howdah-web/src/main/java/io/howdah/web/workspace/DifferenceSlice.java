// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import io.howdah.web.workspace.FileRow.FileDifference;
import java.util.List;
import java.util.Optional;

/**
 * What is different in one version from another, a page of it.
 *
 * @param from the one
 * @param to the other
 */
public record DifferenceSlice(long from, long to, List<FileDifference> items, Optional<String> next) {}
