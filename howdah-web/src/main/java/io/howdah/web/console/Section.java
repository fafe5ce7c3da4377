// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import io.howdah.web.access.Permission;
import java.util.Optional;

/**
 * A part of the console that the navigation leads to. Every bean of this type is in it, so a capability adds its own.
 *
 * @param path from the base path on, such as {@code /jobs}
 * @param key with {@code g} before it, goes there
 * @param order where it stands in the navigation
 * @param badge where a few letters come from that stand behind its name, such as how many are unread
 */
public record Section(String name, String path, char key, int order, Permission permission, Optional<String> badge) {
    public Section(String name, String path, char key, int order, Permission permission) {
        this(name, path, key, order, permission, Optional.empty());
    }
}
