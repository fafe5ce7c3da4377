// SPDX-License-Identifier: Apache-2.0
package io.howdah.internal.db;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who may do what in the schema, besides the role that migrates and owns it.
 *
 * @param application the role processes run as: reads and writes rows, changes no definitions
 * @param reader the role of people and dashboards: sees the public views and nothing else
 */
public record Roles(Optional<String> application, Optional<String> reader) {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");

    public static final Roles NONE = new Roles(Optional.empty(), Optional.empty());

    public Roles {
        application.ifPresent(Roles::require);
        reader.ifPresent(Roles::require);
    }

    private static void require(String role) {
        if (!ALLOWED.matcher(role).matches()) {
            throw new IllegalArgumentException(
                    "role \"" + role + "\" is not allowed: letters, digits, _, $ and - only");
        }
    }
}
