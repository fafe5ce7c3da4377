// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.web.WebException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Choices that a request makes, or leaves to the default. */
public final class Given {
    private static final Pattern ZONED = Pattern.compile(".*(Z|[+-]\\d\\d:\\d\\d)");

    private Given() {}

    /** The options with this choice, or as they are when it was not made. */
    public static <O, V> O with(O options, @Nullable V value, BiFunction<O, V, O> choice) {
        return value == null ? options : choice.apply(options, value);
    }

    /** A word of an address; what is empty was not given. */
    public static Optional<String> word(Map<String, String> parameters, String name) {
        return Optional.of(parameters.getOrDefault(name, "").strip()).filter(word -> !word.isEmpty());
    }

    /** A time of an address. A browser's form knows no zone: the console's times are UTC. */
    public static Optional<Instant> time(Map<String, String> parameters, String name) {
        return word(parameters, name).map(word -> {
            try {
                return ZONED.matcher(word).matches()
                        ? OffsetDateTime.parse(word).toInstant()
                        : LocalDateTime.parse(word).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException wrong) {
                throw WebException.invalid(name + " is a time such as 2026-01-31T12:00:00Z: " + word);
            }
        });
    }

    /** What was given, or else this. */
    public static <V> V or(@Nullable V value, V otherwise) {
        return value == null ? otherwise : value;
    }
}
