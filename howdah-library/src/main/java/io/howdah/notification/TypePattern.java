// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.util.regex.Pattern;

/**
 * Which types somebody means: one ({@code order.shipped}), those below a word ({@code order.*}), or all ({@code *}).
 */
final class TypePattern {
    private static final Pattern FORM = Pattern.compile("\\*|[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*(\\.\\*)?");
    private static final int LONGEST = 200;

    private TypePattern() {}

    static String require(String pattern) {
        if (pattern.length() > LONGEST || !FORM.matcher(pattern).matches()) {
            throw new IllegalArgumentException(
                    "types are said as order.shipped, order.* or *, in up to 200 characters: \"" + pattern + "\"");
        }
        return pattern;
    }
}
