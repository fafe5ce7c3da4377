// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.web.WebException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list that is read from a key on.
 *
 * @param next what to ask for as {@code after} to get the next one; empty at the end
 */
public record Slice<T>(List<T> items, Optional<String> next) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST = 500;

    /** The items, of which one more than asked for was looked up, to see whether there are more. */
    public static <T> Slice<T> of(List<T> items, int limit, ToLongFunction<T> key) {
        if (items.size() <= limit) {
            return new Slice<>(items, Optional.empty());
        }
        var page = items.subList(0, limit);
        return new Slice<>(page, Optional.of(Long.toString(key.applyAsLong(page.getLast()))));
    }

    public static int limit(@Nullable Integer asked) {
        var limit = asked == null ? DEFAULT_LIMIT : asked;
        if (limit < 1 || limit > MOST) {
            throw WebException.invalid("limit must be 1 to " + MOST + ": " + limit);
        }
        return limit;
    }

    /** Where the page begins: below the last key of the one before. */
    public static long before(@Nullable String after) {
        if (after == null || after.isEmpty()) {
            return Long.MAX_VALUE;
        }
        try {
            return Long.parseLong(after);
        } catch (NumberFormatException wrong) {
            throw WebException.invalid("after must be what \"next\" of the page before said: " + after);
        }
    }
}
