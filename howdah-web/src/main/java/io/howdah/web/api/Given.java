// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Choices that a request makes, or leaves to the default. */
public final class Given {
    private Given() {}

    /** The options with this choice, or as they are when it was not made. */
    public static <O, V> O with(O options, @Nullable V value, BiFunction<O, V, O> choice) {
        return value == null ? options : choice.apply(options, value);
    }

    /** What was given, or else this. */
    public static <V> V or(@Nullable V value, V otherwise) {
        return value == null ? otherwise : value;
    }
}
