// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring.limit;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Paths of an application, such as {@code /login}, {@code /customers/*}, {@code /api/**}: one segment in place of a
 * star, any number in place of two at the end.
 */
record PathPattern(List<String> segments) {
    private static final Pattern FORM = Pattern.compile("(/(\\*|[^/*?;#\\s]+))*(/\\*\\*)?/?");
    private static final String REST = "**";

    static PathPattern of(String text) {
        if (!text.startsWith("/") || !FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "a pattern of paths begins with /, has * for a whole segment, and ** only at" + " its end: \""
                            + text + "\"");
        }
        return new PathPattern(parts(text));
    }

    /** The path is the one that the container has decoded and made plain: there is only one way to write it. */
    boolean matches(String path) {
        var asked = parts(path);
        for (int i = 0; i < segments.size(); i++) {
            var wanted = segments.get(i);
            if (wanted.equals(REST)) {
                return true;
            }
            if (i >= asked.size() || (!wanted.equals("*") && !wanted.equals(asked.get(i)))) {
                return false;
            }
        }
        return asked.size() == segments.size();
    }

    private static List<String> parts(String path) {
        return Stream.of(path.split("/", -1)).filter(part -> !part.isEmpty()).toList();
    }
}
