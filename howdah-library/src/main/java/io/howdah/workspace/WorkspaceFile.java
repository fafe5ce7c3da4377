// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

/**
 * One file of one version.
 *
 * @param sha256 of its bytes, in hexadecimal digits
 */
public record WorkspaceFile(String path, long size, String sha256, boolean executable) {}
