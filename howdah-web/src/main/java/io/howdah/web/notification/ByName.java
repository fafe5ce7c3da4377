// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.notification;

import io.howdah.web.api.Slice;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Lists in the order of names, of which the last of a page is where the next begins. */
final class ByName {
    private ByName() {}

    /** The items, of which one more than asked for was looked up, to see whether there are more. */
    static <T> Slice<T> slice(List<T> items, int limit, Function<T, String> name) {
        if (items.size() <= limit) {
            return new Slice<>(items, Optional.empty());
        }
        var page = items.subList(0, limit);
        return new Slice<>(page, Optional.of(name.apply(page.getLast())));
    }
}
