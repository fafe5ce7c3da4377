// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import io.howdah.web.access.Permission;

/**
 * A part of the console that the navigation leads to. Every bean of this type is in it, so a capability adds its own.
 *
 * @param path from the base path on, such as {@code /jobs}
 * @param key with {@code g} before it, goes there
 * @param order where it stands in the navigation
 */
public record Section(String name, String path, char key, int order, Permission permission) {}
