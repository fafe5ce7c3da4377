// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a value must look like, in words, with an example where that says more. */
final class Forms {
    private Forms() {}

    static String of(@Nullable Class<?> type) {
        if (type == null) {
            return "of another form";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
        }
        if (type == Duration.class) {
            return "a duration such as PT30S";
        }
        if (type == Instant.class) {
            return "a time such as 2026-01-31T12:00:00Z";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a whole number";
        }
        if (type == String.class) {
            return "a text";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }
}
