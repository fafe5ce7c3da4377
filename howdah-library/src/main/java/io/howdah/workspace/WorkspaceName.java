// SPDX-License-Identifier: Apache-2.0
package io.howdah.workspace;

import java.util.regex.Pattern;

/**
 * What a workspace is called: whose files these are, and where they apply. Both are 1 to 100 characters of A-Z a-z 0-9
 * . _ - and begin with a letter or a digit.
 */
public record WorkspaceName(String application, String environment) {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public WorkspaceName {
        require("application", application);
        require("environment", environment);
    }

    public static WorkspaceName of(String application, String environment) {
        return new WorkspaceName(application, environment);
    }

    private static void require(String what, String value) {
        if (!PART.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the " + what + " of a workspace is " + PART.pattern() + ", not \"" + FilePath.shown(value) + "\"");
        }
    }

    @Override
    public String toString() {
        return application + "/" + environment;
    }
}
